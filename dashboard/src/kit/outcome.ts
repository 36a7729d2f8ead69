import type { SessionOutcome } from '../../../src/schema/session-outcome.js'
import type { Tone } from './tone.js'

/** How a session ended, in words and colours. */
export const outcomes: Readonly<Record<SessionOutcome['status'], { label: string; tone: Tone }>> = {
  completed: { label: 'completed', tone: 'good' },
  failed: { label: 'failed', tone: 'bad' },
  aborted: { label: 'aborted', tone: 'warn' },
  unknown: { label: 'not known', tone: 'plain' },
}

/** How that is known. */
export const bases: Readonly<Record<SessionOutcome['basis'], string>> = {
  own_check: 'by our own check run',
  recorded_checks: 'by the checks that ran last',
  judge: 'by the judge alone',
  next_message: 'by what a person wrote next',
  later_fix: 'by a later revert or fix',
  none: 'by nothing',
}
