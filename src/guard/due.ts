import type { AgentEvent } from '../schema/agent-event.js'
import type { RecordOf } from '../schema/records.js'
import type { Store } from '../store.js'

type DueRow = RecordOf<'due'>

/** Events that show the session at work again: what was planned for its silence is void. */
const BUSY = new Set<AgentEvent['kind']>([
  'prompt-submitted',
  'tool-finished',
  'session-aborted',
  'session-ended',
])

/** Whether a planned thing is dropped, done now, or left for later. */
export function judgeDue(row: DueRow, event: AgentEvent, now: string): 'drop' | 'do' | 'keep' {
  if (BUSY.has(event.kind) || row.expiresAt <= now) return 'drop'
  return row.dueAt <= now ? 'do' : 'keep'
}

/** Settles the session's due rows before its next event is looked at; returns those to do now. */
export async function settleDue(event: AgentEvent, now: string, store: Store): Promise<DueRow[]> {
  const rows = await store.list('due', { sessionId: event.sessionId, order: 'oldest' })
  const toDo: DueRow[] = []
  for (const row of rows) {
    const judgement = judgeDue(row, event, now)
    if (judgement === 'keep') continue
    // Whoever removes the row is the one who does it.
    const ours = await store.remove('due', row.id, now)
    if (ours && judgement === 'do') toDo.push(row)
  }
  return toDo
}
