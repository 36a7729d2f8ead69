import type { TimelineEntry } from '../../../schema/api/timeline.js'
import type { LogEvent } from '../../../schema/log-event.js'
import type { RecordKind, RecordOf } from '../../../schema/records.js'
import { Count } from '../../../schema/scalar.js'
import type { Store } from '../../../store.js'
import type { RouteHandler, ApiDeps } from '../api-deps.js'
import { PAGE_SIZE } from '../api-deps.js'
import { decodeCursor, encodeCursor } from '../cursor.js'
import { buildTimeline } from './build-timeline.js'
import { existingSession } from './read-session.js'
import { readSessionRecords } from './session-records.js'

/** The most lines of one session that are told of; the latest ones. */
const MAX_EVENTS = 20_000
const RECORD_LINES: readonly RecordKind[] = ['verdict', 'run', 'lesson', 'exposure', 'outcome']

/** Everything that happened in a session, oldest first. */
export const readTimeline: RouteHandler<'GET /sessions/{id}/timeline'> = async (
  { params, query },
  deps,
) => {
  const { limit = PAGE_SIZE, cursor, turn } = query
  const start = cursor === undefined ? 0 : decodeCursor(cursor, Count)
  const all = await tellSession(params.id, deps)
  const entries = turn === undefined ? all : all.filter((entry) => entry.turn === turn)
  const end = start + limit
  return {
    items: entries.slice(start, end),
    next: end < entries.length ? encodeCursor(end) : null,
  }
}

interface KnownTimeline {
  lastEvent: number
  entries: TimelineEntry[]
}

/** A page is asked for after the other: the session is told once for all of them. */
const told = new WeakMap<Store, Map<string, KnownTimeline>>()
const MAX_TOLD = 4

async function tellSession(id: string, { host: { store } }: ApiDeps): Promise<TimelineEntry[]> {
  const { sessionId } = await existingSession(store, id)
  const [last] = await store.readEvents({ sessionId, order: 'newest', limit: 1 })
  const known = told.get(store) ?? new Map<string, KnownTimeline>()
  told.set(store, known)
  const kept = known.get(sessionId)
  if (kept !== undefined && kept.lastEvent === last?.id) return kept.entries
  const newest = await store.readEvents({ sessionId, order: 'newest', limit: MAX_EVENTS })
  const events = newest.toReversed()
  const entries = buildTimeline({
    events,
    ...(await readSessionRecords(store, sessionId)),
    record: await readRecords(events, store),
    told: await readTold(sessionId, store),
  })
  known.delete(sessionId)
  known.set(sessionId, { lastEvent: newest[0]?.id ?? 0, entries })
  for (const oldest of [...known.keys()].slice(0, -MAX_TOLD)) known.delete(oldest)
  return entries
}

/** What lessons said when they were shown: they say more after each session that meets them. */
async function readTold(sessionId: string, store: Store): Promise<Map<string, string>> {
  const recalls = await store.list('recall', { sessionId, limit: MAX_RECALLS })
  return new Map(
    recalls.flatMap(({ exposureId, text }) =>
      exposureId === null || text === undefined ? [] : [[exposureId, text] as const],
    ),
  )
}

const MAX_RECALLS = 500

type Lookup = <K extends RecordKind>(kind: K, id: string) => RecordOf<K> | null

/** The records that the lines name, and the lessons that their exposures name. */
async function readRecords(events: readonly LogEvent[], store: Store): Promise<Lookup> {
  const found = new Map<string, unknown>()
  const fetch = async (kind: RecordKind, id: string): Promise<unknown> => {
    const key = `${kind} ${id}`
    if (!found.has(key)) found.set(key, await store.get(kind, id))
    return found.get(key)
  }
  for (const { kind, body } of events) {
    const record = RECORD_LINES.find((known) => kind === `record.${known}`)
    if (record === undefined) continue
    const row = await fetch(record, (body as { id: string }).id)
    if (record === 'exposure' && row !== null)
      await fetch('lesson', (row as RecordOf<'exposure'>).lessonId)
  }
  return <K extends RecordKind>(kind: K, id: string) =>
    (found.get(`${kind} ${id}`) ?? null) as RecordOf<K> | null
}
