import type { VerdictAction } from '../verdict-action.js'
import type { CheckOutcome } from './run-at-stop.js'

/** What goes out, with a word to the user on checks that are no push. */
export function withNotes(
  action: VerdictAction,
  { notes }: Pick<CheckOutcome, 'notes'>,
): VerdictAction {
  const { kind } = action.proposal
  if (notes.length === 0 || (kind !== 'none' && kind !== 'toast')) return action
  return { ...action, proposal: { kind: 'toast', level: 'warning', text: notes.join('\n') } }
}
