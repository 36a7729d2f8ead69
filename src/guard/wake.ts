import type { AgentEvent } from '../schema/agent-event.js'
import type { DueRow } from '../schema/due-row.js'
import type { Store } from '../store.js'
import { SESSION_DUE } from './due.js'

export interface WakeTerms {
  /** ISO instant. */
  now: string
  owner: DueRow['owner']
  /** The sessions that this watcher can reach; others have one of their own. @default all */
  isMine?(sessionId: string): boolean
  /** The client says that this session is at work: it is looked at, never interrupted. */
  isBusy(sessionId: string): boolean
  nextId(): string
}

/**
 * The events with which a watcher wakes the sessions that something is due for, one per session.
 * The rows stay: settling the event hands each to one process. The transcript is the watcher's to
 * add.
 */
export async function wakeEvents(terms: WakeTerms, store: Store): Promise<AgentEvent[]> {
  const rows = await plannedWakes(terms, store)
  const ready = rows.filter(({ dueAt }) => dueAt <= terms.now)
  const events: AgentEvent[] = []
  for (const sessionId of new Set(ready.map((row) => row.sessionId))) {
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

/** When a watcher has to look next; null when nothing is planned for its sessions. */
export async function nextWakeAt(
  terms: Pick<WakeTerms, 'owner' | 'isMine'>,
  store: Store,
): Promise<string | null> {
  const rows = await plannedWakes(terms, store)
  return rows.reduce<string | null>(
    (first, { dueAt }) => (first === null || dueAt < first ? dueAt : first),
    null,
  )
}

/** What is planned for a session. An owner's other rows, however many, hide none of it. */
export async function plannedWakes(
  { owner, isMine = () => true }: Pick<WakeTerms, 'owner' | 'isMine'>,
  store: Store,
): Promise<(DueRow & { sessionId: string })[]> {
  const read = (kind: string) =>
    store.list('due', { kind, state: owner, order: 'oldest', limit: MAX_ROWS })
  const rows = (await Promise.all(SESSION_DUE.map(read))).flat()
  return rows.flatMap((row) => {
    const { sessionId } = row
    return sessionId !== null && isMine(sessionId) ? [{ ...row, sessionId }] : []
  })
}

const MAX_ROWS = 1000
