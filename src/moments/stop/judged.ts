import type { ModelCall } from '../../schema/model-call.js'
import type { CheckOutcome } from './checks/run-at-stop.js'
import type { Judgement } from './verdict.js'

/** What rules, checks and the model say of one stop, together. */
export interface Judged {
  judgement: Judgement
  judge: string
  call: ModelCall | null
  /** Why the judge model gave no answer; null when it did or was not asked. */
  failure: string | null
  /** Objections of the judge whose pointer did not hold. */
  dropped: number
  /** What the user's own checks say. */
  checks: CheckOutcome
}
