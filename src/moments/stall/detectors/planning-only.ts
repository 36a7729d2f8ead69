import type { Detector } from '../detector.js'

/** Reading and searching on a task that asks for a change, and next to nothing written. */
export const planningOnly: Detector = ({ calls, turnWrites, isCodingTask, thresholds }) => {
  if (!isCodingTask || calls.length < thresholds.planningCalls) return null
  if (turnWrites / calls.length >= thresholds.planningWriteShare) return null
  const { step } = calls.at(-1)!
  return {
    detector: 'planning-only',
    key: 'planning',
    step,
    times: calls.length,
    what: '',
    result: '',
  }
}
