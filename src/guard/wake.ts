import type { AgentEvent } from '../schema/agent-event.js'
import type { DueRow } from '../schema/due-row.js'
import type { Store } from '../store.js'

export interface WakeTerms {
  /** ISO instant. */
  now: string
  owner: DueRow['owner']
  /** The client says that this session is at work: it is looked at, never interrupted. */
  isBusy(sessionId: string): boolean
  nextId(): string
}

/**
 * The events with which a watcher wakes the sessions that something is due for, one per session.
 * The rows stay: settling the event hands each to one process. Where the transcript lies is the
 * watcher's to add.
 */
export async function wakeEvents(terms: WakeTerms, store: Store): Promise<AgentEvent[]> {
  const rows = await store.list('due', { order: 'oldest' })
  const ready = rows.filter(
    ({ owner, dueAt, sessionId }) =>
      owner === terms.owner && dueAt <= terms.now && sessionId !== null,
  )
  const events: AgentEvent[] = []
  for (const sessionId of new Set(ready.map((row) => row.sessionId!))) {
    const session = await store.readSession(sessionId)
    if (session === null) continue
    const quietMs = Math.max(0, Date.parse(terms.now) - Date.parse(session.updatedAt))
    events.push({
      kind: 'session-idle-long',
      id: terms.nextId(),
      agent: session.agent,
      sessionId,
      parentSessionId: session.parentSessionId,
      at: terms.now,
      cwd: null,
      transcriptPath: null,
      degraded: null,
      idleMs: terms.isBusy(sessionId) ? 0 : quietMs,
    })
  }
  return events
}
