import { isFailure, isSame, sinceLastWrite } from '../detector.js'
import type { Detector } from '../detector.js'

/** Far enough back to see a loop with other calls in it, near enough to be one. */
const WINDOW = 20

/**
 * The same action with the same result. Behind a change of files that is checking, unless it fails
 * the same way each time: then the changes changed nothing.
 */
export const sameResult: Detector = (stretch) => {
  const last = stretch.calls.at(-1)
  if (last === undefined) return null
  const calls = isFailure(last) ? stretch.calls : sinceLastWrite(stretch)
  const times = calls.slice(-WINDOW).filter((call) => isSame(call, last)).length
  if (times < stretch.thresholds.sameResult) return null
  const { actionKey, resultKey, step, action, output } = last
  return {
    detector: 'same-result',
    key: `${actionKey}:${resultKey}`,
    step,
    times,
    what: action,
    result: output,
  }
}
