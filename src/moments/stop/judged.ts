import type { CheckNotRun } from '../../schema/judged-note.js'
import type { ModelCall } from '../../schema/model-call.js'
import type { Judgement } from './verdict.js'

/** What the user's own checks say at a stop. */
export interface CheckOutcome {
  push: Judgement | null
  /** What the user hears once of runs that are no push. */
  notes: string[]
  /** The checks that did not run, each with the reason. */
  notRun: CheckNotRun[]
}

export const NO_CHECKS: CheckOutcome = { push: null, notes: [], notRun: [] }

/** What rules, checks and the model say of one stop, together. */
export interface Judged {
  judgement: Judgement
  judge: string
  call: ModelCall | null
  /** Why the judge model gave no answer; null when it did or was not asked. */
  failure: string | null
  /** Objections of the judge whose pointer did not hold. */
  dropped: number
  checks: CheckOutcome
}

/** No model was asked. */
export function byRules(judgement: Judgement, checks = NO_CHECKS): Judged {
  return { judgement, judge: 'rules', call: null, failure: null, dropped: 0, checks }
}
