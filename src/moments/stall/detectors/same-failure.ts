import { isFailure } from '../detector.js'
import type { Detector } from '../detector.js'

/** The same action failing, with no other call between: not even a look at why. */
export const sameFailure: Detector = ({ calls, thresholds }) => {
  const last = calls.at(-1)
  if (last === undefined) return null
  let times = 0
  for (const call of calls.toReversed()) {
    if (call.actionKey !== last.actionKey || !isFailure(call)) break
    times += 1
  }
  if (times < thresholds.sameFailure) return null
  const { actionKey, step, action, output } = last
  return {
    detector: 'same-failure',
    key: `${actionKey}:failed`,
    step,
    times,
    what: action,
    result: output,
  }
}
