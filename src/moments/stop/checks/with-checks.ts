import type { MomentInput } from '../../moment.js'
import type { VerdictAction } from '../verdict-action.js'
import type { CheckOutcome } from './run-at-stop.js'

/** What goes out, with what the checks add: which failure a push is about, or a word to the user. */
export function withChecks(
  action: VerdictAction,
  { push, notes }: CheckOutcome,
  { session }: Pick<MomentInput, 'session'>,
): VerdictAction {
  const { proposal } = action
  if (push !== null && proposal.kind === 'continue') {
    const metadata = { ...proposal.metadata, ...push.metadata, turn: String(session.turn) }
    return { ...action, proposal: { ...proposal, metadata } }
  }
  if (notes.length === 0 || (proposal.kind !== 'none' && proposal.kind !== 'toast')) return action
  return { ...action, proposal: { kind: 'toast', level: 'warning', text: notes.join('\n') } }
}
