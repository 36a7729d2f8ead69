import type { Ending } from '../schema/api/session.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import type { TurnEnd } from '../schema/session-state.js'
import { isForPerson } from '../schema/verdict.js'
import type { Verdict } from '../schema/verdict.js'

/** How a turn ended, from how the guard left it and what was judged last in it. */
export function endingOf(
  end: TurnEnd,
  verdict: Verdict | null,
  { isOver }: { isOver: boolean },
): Ending {
  if (end === 'waiting') return 'needs_person'
  if (end === 'open') return isOver ? judgedAs(verdict) : 'open'
  return end === 'reflected' ? judgedAs(verdict) : end
}

function judgedAs(verdict: Verdict | null): Ending {
  if (verdict === null) return 'unjudged'
  if (verdict.complete === true) return 'done'
  if (isForPerson(verdict)) return 'needs_person'
  return verdict.complete === null ? 'unproven' : 'incomplete'
}

type Settled = Pick<SessionOutcome, 'status' | 'endedAt'>

/** How a session ended: by what settled it, as the sums count it; by its last turn where it went on since. */
export function endingOfSession(
  lastTurn: Ending,
  { endedAt, outcome }: { endedAt: string; outcome: Settled | null },
): Ending {
  return isSettled(endedAt, outcome) ? SETTLED[outcome.status] : lastTurn
}

/** Nothing has happened since it was settled. */
export const isSettled = (endedAt: string, outcome: Settled | null): outcome is Settled =>
  outcome !== null && outcome.endedAt >= endedAt

const SETTLED: Readonly<Record<SessionOutcome['status'], Ending>> = {
  completed: 'done',
  failed: 'incomplete',
  waiting: 'needs_person',
  aborted: 'aborted',
  unknown: 'unproven',
}

const WORDS: Readonly<Record<Ending, string>> = {
  done: 'Judged complete.',
  settled: 'What it was sent back for is settled.',
  incomplete: 'Ended with something missing.',
  needs_person: 'Waits for a person.',
  aborted: 'Stopped by the human.',
  capped: 'No pushes were left.',
  no_progress: 'Pushed back, and nothing changed.',
  errored: 'Ended by an error.',
  unproven: 'Nothing proved that it is done.',
  unjudged: 'It was not judged.',
  open: 'Still going.',
}

/** One sentence, with what the judge said last where that adds something. */
export function describeEnding(ending: Ending, reason: string | null): string {
  const adds = ending === 'incomplete' || ending === 'needs_person' || ending === 'done'
  return adds && reason !== null && reason !== ''
    ? `${WORDS[ending].slice(0, -1)}: ${reason.replace(/^proven: /, '')}.`
    : WORDS[ending]
}
