import type { Answer } from './moments/moment.js'
import type { Action } from './schema/action.js'
import type { TurnEnd } from './schema/session-state.js'

/** Weakest first. An error of ours is worth showing, and never outranks what helps the agent. */
const RANK: readonly Action['kind'][] = ['none', 'toast', 'error', 'context', 'continue']

export interface Chosen {
  proposal: Action
  /** null when no moment has a say in how the turn stands. */
  end: TurnEnd | null
  fingerprint: string | null
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
  }
}

const rank = (answer: Answer): number => RANK.indexOf(answer.proposal.kind)
