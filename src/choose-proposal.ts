import type { Answer, Rider } from './moments/moment.js'
import type { Action } from './schema/action.js'
import type { RecordWrite } from './schema/records.js'
import type { TurnEnd } from './schema/session-state.js'

/** Weakest first. An error of ours is worth showing, and never outranks what helps the agent. */
const RANK: readonly Action['kind'][] = ['none', 'toast', 'error', 'context', 'continue']

export interface Chosen {
  proposal: Action
  /** null when no moment has a say in how the turn stands. */
  end: TurnEnd | null
  fingerprint: string | null
  /** The proposal is a nudge in the middle of a turn. */
  counts: boolean
  /** Said instead when the budget of a push is used up; null when nothing is. */
  letThrough: Action | null
  /** What is true only if the proposal goes out. */
  ifSent: readonly RecordWrite[]
}

/** At most one proposal goes out: the strongest, the earlier moment's when two are alike. */
export function chooseProposal(answers: readonly Answer[]): Chosen {
  const silent: Action = { kind: 'none', reason: 'nothing_to_say' }
  const strongest = answers.reduce<Answer | null>(
    (best, answer) => (best === null || rank(answer) > rank(best) ? answer : best),
    null,
  )
  return {
    proposal: strongest?.proposal ?? silent,
    end: strongest?.end ?? answers.find((answer) => answer.end !== null)?.end ?? null,
    fingerprint: strongest?.fingerprint ?? null,
    counts: strongest?.counts ?? false,
    letThrough: strongest?.letThrough ?? null,
    ifSent: strongest?.ifSent ?? [],
  }
}

const rank = (answer: Answer): number => RANK.indexOf(answer.proposal.kind)

/** What the agent is told, with what other moments want it to know; any other proposal goes alone. */
export function attachRiders(
  proposal: Action,
  answers: readonly Answer[],
): Rider & { proposal: Action } {
  const riders = answers.flatMap((answer) => answer.rider ?? [])
  const isTold = proposal.kind === 'continue' || proposal.kind === 'context'
  if (!isTold || riders.length === 0) return { proposal, text: '', records: [] }
  const text = riders
    .map((rider) => rider.text)
    .filter((text) => text !== '')
    .join('\n\n')
  return {
    proposal: text === '' ? proposal : { ...proposal, text: `${proposal.text}\n\n${text}` },
    text,
    records: riders.flatMap((rider) => rider.records),
  }
}
