import type { VerdictState } from '../experiment.js'

/** What a verdict means, for people. */
export const VERDICT_TEXT: Readonly<Record<VerdictState, string>> = {
  pass: 'PASSED: the kill condition is not met',
  kill: 'KILLED: the kill condition is met',
  insufficient: 'INSUFFICIENT: too few data for a verdict',
}
