import type { Ending } from '../../../src/schema/api/session.js'
import type { SessionOutcome } from '../../../src/schema/session-outcome.js'

/** The same words for a session in a list, on its own page and in the sums. */
export const outcomeEndings: Readonly<Record<SessionOutcome['status'], Ending>> = {
  completed: 'done',
  failed: 'incomplete',
  waiting: 'needs_person',
  aborted: 'aborted',
  unknown: 'unproven',
}

/** How it is known that a session ended as it did. */
export const basisOf = ({ basis, reason }: Pick<SessionOutcome, 'basis' | 'reason'>): string =>
  basis === 'none' ? plainReason(reason) : BASES[basis]

/** A badge beside it says whether it is proven. */
export const plainReason = (reason: string): string => reason.replace(/^(?:un)?proven: /, '')

const BASES: Readonly<Record<Exclude<SessionOutcome['basis'], 'none'>, string>> = {
  own_check: 'by our own check run',
  recorded_checks: 'by the checks that ran last',
  judge: 'by the judge alone',
  next_message: 'by what a person wrote next',
  later_fix: 'by a later revert or fix',
}
