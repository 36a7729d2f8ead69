import type { AgentEvent, AgentEventKind, AgentEventOf } from '../../schema/agent-event.js'

const FIELDS: {
  [K in AgentEventKind]: Omit<AgentEventOf<K>, keyof typeof COMMON | 'kind' | 'id'>
} = {
  'session-started': { source: 'startup' },
  'prompt-submitted': { origin: 'human', text: 'go', promptId: null },
  'tool-finished': { tool: 'Bash', callId: null, failed: false },
  'session-stopped': { lastMessage: 'done', backgroundTasks: 0, planMode: false },
  'subagent-stopped': { lastMessage: null, subagentId: null },
  'session-idle-long': { idleMs: 60_000 },
  'session-compacting': { trigger: 'auto' },
  'session-compacted': { trigger: 'auto' },
  'session-aborted': {},
  'session-errored': { error: 'overloaded' },
  'permission-asked': { requestId: 'r1' },
  'permission-answered': { requestId: 'r1', granted: true },
  'session-ended': { reason: 'exit' },
  'attempt-failed': { failureId: 'f1' },
}

const COMMON = {
  agent: 'generic',
  sessionId: 's1',
  parentSessionId: null,
  at: '2026-03-01T09:00:00.000Z',
  cwd: null,
  transcriptPath: null,
  degraded: null,
}

/** An event of the kind with usual fields; the id says the kind unless one is given. */
export function makeEvent<K extends AgentEventKind>(
  kind: K,
  fields: Partial<AgentEventOf<K>> = {},
): AgentEventOf<K> {
  const event = { kind, id: kind, ...COMMON, ...FIELDS[kind], ...fields }
  return event as unknown as AgentEventOf<K>
}

export const EVENT_KINDS = Object.keys(FIELDS) as AgentEvent['kind'][]
