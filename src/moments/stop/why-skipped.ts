import { isClientError } from '../../read/prose/is-client-error.js'
import { waitsForWord } from '../../read/prose/reach.js'
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
  return reason === null ? null : { reason, end: reason }
}

/** `aborted`, `waiting`, or null when the agent stopped by itself and nothing is under way. */
export function whyWaiting(evidence: Evidence): 'aborted' | 'waiting' | null {
  if (lastKind(evidence) === 'interrupt') return 'aborted'
  const isWaiting = evidence.interrupted || evidence.pending.length > 0 || waitsForTask(evidence)
  return isWaiting || evidence.session.mode === 'plan' ? 'waiting' : null
}

/** A task was left running in the background, and the last words are that it is waited for. */
function waitsForTask({ recent, sentences }: Evidence): boolean {
  const begun = recent.findLastIndex(
    (item) => item.kind === 'call' && IN_BACKGROUND.test(item.output),
  )
  if (begun === -1 || recent.slice(begun + 1).some(isNotice)) return false
  return sentences
    .slice(-3)
    .some(({ act, text }) => act === 'announce' || act === 'input' || waitsForWord(text))
}

/** What clients print for a command or a subagent that goes on while the agent is free. */
const IN_BACKGROUND =
  /\b(?:running in (?:the )?background|moved to (?:the )?background|async agent launched|launched (?:in|as) (?:a )?background|started background)\b/i

const isNotice = (item: Evidence['recent'][number]): boolean =>
  item.kind === 'synthetic' && item.source === 'notification'

/** The client's own error stands where the answer should: it says nothing about the work. */
const endsInError = (evidence: Evidence): boolean =>
  lastKind(evidence) === 'error' || isClientError(evidence.lastMessage ?? '')

const lastKind = ({ recent }: Evidence): string | undefined =>
  recent.findLast(({ kind }) => kind !== 'synthetic')?.kind
