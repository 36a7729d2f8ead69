import type { Ending } from '../schema/api/session.js'
import type { TurnEnd } from '../schema/session-state.js'
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
  if (verdict.requires_human_action) return 'needs_person'
  return verdict.complete === null ? 'undecided' : 'incomplete'
}

const WORDS: Readonly<Record<Ending, string>> = {
  done: 'Judged complete.',
  incomplete: 'Ended with something missing.',
  needs_person: 'Waits for a person.',
  aborted: 'Stopped by the human.',
  capped: 'No pushes were left.',
  no_progress: 'Pushed back, and nothing changed.',
  errored: 'Ended by an error.',
  undecided: 'Nothing contradicted it, and nothing proved that it is done.',
  unjudged: 'It was not judged.',
  open: 'Still going.',
}

/** One sentence, with what the judge said last where that adds something. */
export function describeEnding(ending: Ending, reason: string | null): string {
  const adds = ending === 'incomplete' || ending === 'needs_person' || ending === 'done'
  return adds && reason !== null && reason !== ''
    ? `${WORDS[ending].slice(0, -1)}: ${reason}.`
    : WORDS[ending]
}
