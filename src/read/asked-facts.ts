import type { AgentEventKind } from '../schema/agent-event.js'

/** Events whose moments ask what happened in the session. */
const ASKS_TRANSCRIPT: ReadonlySet<AgentEventKind> = new Set([
  'tool-finished',
  'session-stopped',
  'session-idle-long',
  'session-compacting',
  'session-compacted',
  'session-errored',
  'session-ended',
])

export const asksTranscript = (kind: AgentEventKind): boolean => ASKS_TRANSCRIPT.has(kind)

/** Nothing changed yet, or the change is not needed: in the middle of a turn, or while the client ends. */
const CHANGE_UNUSED: ReadonlySet<AgentEventKind> = new Set([
  'session-started',
  'prompt-submitted',
  'tool-finished',
  'session-ended',
])

export const asksRepository = (kind: AgentEventKind): boolean => !CHANGE_UNUSED.has(kind)

/** Events at which the orders are held against the tree. */
const ASKS_TREE: ReadonlySet<AgentEventKind> = new Set([
  'session-stopped',
  'session-idle-long',
  'session-compacting',
  'session-compacted',
])

export const asksTree = (kind: AgentEventKind): boolean => ASKS_TREE.has(kind)

/** Comes so often that facts are gathered, and a decision recorded, only when there is a reason. */
export const asksLater = (kind: AgentEventKind): boolean => kind === 'tool-finished'
