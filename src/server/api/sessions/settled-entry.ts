import type { GuardBodies } from '../../../guard/guard-event.js'
import type { AgentEventKind } from '../../../schema/agent-event.js'
import type { TimelineEntry } from '../../../schema/api/timeline.js'
import type { LogEvent } from '../../../schema/log-event.js'

type SettledEntry = Extract<TimelineEntry, { kind: 'feedback' | 'nudge' | 'held' }>
export type SettledDraft = SettledEntry extends infer E
  ? E extends SettledEntry
    ? Omit<E, 'id' | 'turn'>
    : never
  : never

/** Why something that was ready did not go out. Other reasons say that there was nothing to send. */
const HELD = new Set([
  'aborted',
  'superseded',
  'lease_expired',
  'no_lease',
  'no_channel',
  'undelivered',
  'capped',
  'waiting',
  'no_progress',
  'orchestrated',
  'store_unavailable',
])

/** What went out at the end of an event, or why it did not; null when there was nothing to say. */
export function settledEntry(event: LogEvent, cause: AgentEventKind | null): SettledDraft | null {
  const { at } = event
  const { action } = event.body as GuardBodies['guard.settled']
  if (action.kind === 'none') {
    return HELD.has(action.reason) ? { kind: 'held', at, reason: action.reason } : null
  }
  const metadata = action.kind === 'continue' ? action.metadata : {}
  const moment = metadata['moment'] ?? momentOf(cause)
  if (action.kind === 'continue' && (moment === 'stall' || moment === 'compaction')) {
    return { kind: 'nudge', at, moment, text: action.text }
  }
  const verdictId = metadata['verdict_id'] ?? null
  return { kind: 'feedback', at, action: action.kind, moment, text: action.text, verdictId }
}

function momentOf(cause: AgentEventKind | null): string {
  if (cause === 'session-started' || cause === 'prompt-submitted') return 'recall'
  if (cause === 'session-idle-long') return 'stall'
  return cause?.startsWith('session-compact') ? 'compaction' : 'stop'
}
