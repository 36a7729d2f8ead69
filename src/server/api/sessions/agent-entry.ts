import type { AgentEvent } from '../../../schema/agent-event.js'
import type { TimelineEntry } from '../../../schema/api/timeline.js'
import { clip } from '../../../util/clip.js'

type Kind = 'session' | 'human' | 'delivered' | 'stop' | 'compaction'
type AgentEntry = Extract<TimelineEntry, { kind: Kind }>
export type AgentDraft = AgentEntry extends infer E
  ? E extends AgentEntry
    ? Omit<E, 'id' | 'turn'>
    : never
  : never

const MAX_TEXT = 8000

/** What a client told us, as a person reads it; null for what has another form or none. */
export function agentEntry(event: AgentEvent, at: string): AgentDraft | null {
  const session = (
    what: Extract<AgentEntry, { kind: 'session' }>['what'],
    detail = '',
  ): AgentDraft => ({
    kind: 'session',
    at,
    what,
    detail: clip(detail, MAX_TEXT),
  })
  switch (event.kind) {
    case 'session-started':
      return session('started', event.source)
    case 'prompt-submitted': {
      const text = clip(event.text, MAX_TEXT)
      if (event.origin === 'human') return { kind: 'human', at, text }
      return event.origin === 'ours' ? { kind: 'delivered', at, text } : null
    }
    case 'session-stopped': {
      const { lastMessage, backgroundTasks, planMode } = event
      const text = lastMessage === null ? null : clip(lastMessage, MAX_TEXT)
      return { kind: 'stop', at, text, backgroundTasks, planMode }
    }
    case 'subagent-stopped':
      return session('subagent-stopped', event.lastMessage ?? '')
    case 'session-compacting':
      return { kind: 'compaction', at, phase: 'begins', trigger: event.trigger }
    case 'session-compacted':
      return { kind: 'compaction', at, phase: 'done', trigger: event.trigger }
    case 'session-aborted':
      return session('aborted')
    case 'session-errored':
      return session('errored', event.error)
    case 'permission-asked':
      return session('permission-asked', event.requestId)
    case 'permission-answered':
      return session('permission-answered', event.granted ? 'granted' : 'refused')
    case 'session-ended':
      return session('ended', event.reason)
    default:
      return null
  }
}
