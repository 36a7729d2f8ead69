import type { AgentEvent } from '../schema/agent-event.js'
import type { RecordOf } from '../schema/records.js'
import type { Store } from '../store.js'

type DueRow = RecordOf<'due'>

export interface DueTerms {
  /** ISO instant. */
  now: string
  /** The caller handles this event and can do what was planned. */
  canDo: boolean
}

/** Whether a planned thing is dropped, done now, or left for later. */
export function judgeDue(row: DueRow, event: AgentEvent, terms: DueTerms): 'drop' | 'do' | 'keep' {
  // Another session's start does it, whatever this one does until then.
  if (row.owner === 'next-start') return 'keep'
  if (isVoidedBy(event, row) || row.expiresAt <= terms.now) return 'drop'
  // A watcher came to look and may not: the next stop plans another look.
  const isLookedAt = event.kind === 'session-idle-long' && row.kind === LOOK
  if (isLookedAt && row.dueAt <= terms.now && !terms.canDo) return 'drop'
  return row.dueAt <= terms.now && terms.canDo ? 'do' : 'keep'
}

/** Settles the session's due rows before its next event is looked at; returns those to do now. */
export async function settleDue(
  event: AgentEvent,
  terms: DueTerms,
  store: Store,
): Promise<DueRow[]> {
  const rows = await store.list('due', { sessionId: event.sessionId, order: 'oldest' })
  const toDo: DueRow[] = []
  for (const row of rows) {
    const judgement = judgeDue(row, event, terms)
    if (judgement === 'keep') continue
    // The process that removes the row does it.
    const ours = await store.remove('due', row.id, terms.now)
    if (ours && judgement === 'do') toDo.push(row)
  }
  return toDo
}

const LOOK = 'stall-look'
export const COMPACTION_LOOK = 'compaction-look'
export const DUE_CHECK = 'check'
/** Every kind of row that a watcher wakes a session for. */
export const SESSION_DUE: readonly string[] = [LOOK, COMPACTION_LOOK, DUE_CHECK]
/** After a sign of work it takes this long until silence is worth a look. */
const QUIET_MS = 120_000
const LOOK_LASTS_MS = 15 * 60_000

/** The next look at a session's silence; null after events that say nothing of it. One per session. */
export function planLook(
  event: AgentEvent,
  terms: { now: string; owner: DueRow['owner']; minAgeMs: number },
): DueRow | null {
  const isAtWork = event.kind === 'prompt-submitted' || event.kind === 'tool-finished'
  if (!isAtWork && event.kind !== 'session-stopped') return null
  const waitMs = isAtWork ? QUIET_MS : terms.minAgeMs
  return lookIn(waitMs, { ...terms, sessionId: event.sessionId })
}

/** A look at a session's silence after so much time. */
export function lookIn(
  waitMs: number,
  { sessionId, owner, now }: { sessionId: string; owner: DueRow['owner']; now: string },
): DueRow {
  const dueAt = Date.parse(now) + waitMs
  return {
    id: `${LOOK}:${sessionId}`.slice(0, 256),
    sessionId,
    kind: LOOK,
    owner,
    dueAt: new Date(dueAt).toISOString(),
    expiresAt: new Date(dueAt + LOOK_LASTS_MS).toISOString(),
    payload: {},
  }
}

/** Events that show the session at work again: what was planned for its silence is void. */
const BUSY = new Set<AgentEvent['kind']>([
  'prompt-submitted',
  'tool-finished',
  'session-aborted',
  'session-ended',
])

/** Rows that were planned while the session was at work: its going on does not make them void. */
const PLANNED_AT_WORK = new Set([COMPACTION_LOOK])

const isVoidedBy = (event: AgentEvent, row: DueRow): boolean =>
  isBusy(event) && !(event.kind === 'tool-finished' && PLANNED_AT_WORK.has(row.kind))

/** Our own feedback that comes back as a prompt is no sign that the agent took it up. */
const isBusy = (event: AgentEvent): boolean =>
  BUSY.has(event.kind) && !(event.kind === 'prompt-submitted' && event.origin === 'ours')
