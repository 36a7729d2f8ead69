import type { TurnEnd } from '../../schema/session-state.js'
import type { MomentInput } from '../moment.js'

export interface Skip {
  reason: string
  end: TurnEnd
}

/**
 * What the transcript adds to the guard's reasons not to judge: the human stopped the agent or refused
 * its last call, something still runs, or the client only plans.
 */
export function whySkipped({
  event,
  evidence,
}: Pick<MomentInput, 'event' | 'evidence'>): Skip | null {
  if (event.kind !== 'session-stopped') return { reason: 'not_a_stop', end: 'open' }
  if (endsInterrupted(evidence)) return { reason: 'aborted', end: 'aborted' }
  if (evidence.interrupted) return { reason: 'waiting', end: 'waiting' }
  if (evidence.pending.length > 0) return { reason: 'waiting', end: 'waiting' }
  if (evidence.session.mode === 'plan') return { reason: 'waiting', end: 'waiting' }
  return null
}

/** The last thing in the session was that the human stopped it. */
const endsInterrupted = ({ recent }: MomentInput['evidence']): boolean =>
  recent.findLast((item) => item.kind !== 'synthetic')?.kind === 'interrupt'
