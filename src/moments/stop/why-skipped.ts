import { isClientError } from '../../evidence/message/is-client-error.js'
import type { Evidence } from '../../schema/evidence.js'
import type { TurnEnd } from '../../schema/session-state.js'
import type { MomentInput } from '../moment.js'

export interface Skip {
  reason: string
  end: TurnEnd
}

/**
 * What the transcript adds to the guard's reasons not to judge: the human stopped the agent or refused
 * its last call, something still runs, the client only plans, or an error took the answer's place.
 */
export function whySkipped({
  event,
  evidence,
}: Pick<MomentInput, 'event' | 'evidence'>): Skip | null {
  if (event.kind !== 'session-stopped') return { reason: 'not_a_stop', end: 'open' }
  const reason = whyWaiting(evidence) ?? (endsInError(evidence) ? 'errored' : null)
  if (reason === null) return null
  return { reason, end: reason }
}

/** `aborted`, `waiting`, or null when the agent stopped by itself and nothing is under way. */
export function whyWaiting(evidence: Evidence): 'aborted' | 'waiting' | null {
  if (endsInterrupted(evidence)) return 'aborted'
  const isWaiting = evidence.interrupted || evidence.pending.length > 0
  return isWaiting || evidence.session.mode === 'plan' ? 'waiting' : null
}

/** The client's own error stands where the answer should: it says nothing about the work. */
const endsInError = ({ recent, lastMessage }: Evidence): boolean =>
  recent.findLast((item) => item.kind !== 'synthetic')?.kind === 'error' ||
  isClientError(lastMessage ?? '')

/** The last thing in the session was that the human stopped it. */
const endsInterrupted = ({ recent }: Evidence): boolean =>
  recent.findLast((item) => item.kind !== 'synthetic')?.kind === 'interrupt'
