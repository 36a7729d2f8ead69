import type { VerdictState } from '../experiment.js'

/** What a verdict means, for people. */
export const VERDICT_TEXT: Readonly<Record<VerdictState, string>> = {
  passed: 'PASSED: the bound is met',
  killed: 'KILLED: the kill condition is met',
  undecided: 'UNDECIDED: not killed, and the bound for a pass is not met',
  insufficient: 'INSUFFICIENT: too little data for a verdict',
}
