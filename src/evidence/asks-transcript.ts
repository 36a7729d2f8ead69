import type { AgentEventKind } from '../schema/agent-event.js'

const ASKING: ReadonlySet<AgentEventKind> = new Set([
  'session-stopped',
  'session-idle-long',
  'session-compacting',
  'session-compacted',
  'session-errored',
])

/** Whether the moments of such an event ask what happened in the session. */
export const asksTranscript = (kind: AgentEventKind): boolean => ASKING.has(kind)
