import { isSame } from '../detector.js'
import type { Detector } from '../detector.js'

/** A-B-A-B-A-B: two actions in turn, each with the same result every time. */
export const alternation: Detector = ({ calls, writes, thresholds }) => {
  const run = calls.slice(-thresholds.alternation)
  const [first, second] = run
  if (run.length < thresholds.alternation || first === undefined || second === undefined) {
    return null
  }
  if (isSame(first, second)) return null
  if (!run.every((call, index) => isSame(call, index % 2 === 0 ? first : second))) return null
  // Undoing and doing the same edit again is a circle; editing on and checking is work.
  if (run.some(({ step, toolKind }) => writes.has(step) && toolKind !== 'edit')) return null
  const last = run.at(-1)!
  return {
    detector: 'alternation',
    key: [first.actionKey, second.actionKey].sort().join(':'),
    step: last.step,
    times: run.length,
    what: `${first.action} / ${second.action}`,
    result: last.output,
  }
}
