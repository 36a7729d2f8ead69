/**
 * Sums over what was recorded: by day and by lesson. The log says what is new since the mark; each
 * session that it names is counted again, and what it added before is taken off. Only who reads sums
 * brings them up, never a hook. Days whose rows were deleted with their age stay as they were counted.
 */
import type { LogEvent } from '../schema/log-event.js'
import type { Store, Sum } from '../store.js'
import { countCalls } from './count-calls.js'
import { countSession } from './count-session.js'
import { addCount, addCounts, sortCounts } from './counts.js'
import type { Counts } from './counts.js'
import { isStopPush } from './is-stop-push.js'
import { readTotal, totalSum } from './total.js'
import { dayOf, dayRow } from './unit-counts.js'
import type { Unit } from './unit-counts.js'

/** Lines that are counted before the mark moves: a session that many of them name is counted once. */
const STEP = 20_000
/** Read, or written, between two looks at what else waits. */
const PAGE = 250
const UNITS_AT_ONCE = 60

const running = new WeakMap<Store, Promise<void>>()

/** Counts what is new. In one process one at a time: who comes later waits, then finds little to do. */
export function bringUpSums(store: Store): Promise<void> {
  const before = running.get(store) ?? Promise.resolve()
  const next = before.catch(() => undefined).then(() => countNew(store))
  running.set(store, next)
  return next
}

/** Drops what was counted, but for days whose rows are gone, and counts it again. */
export async function rebuildSums(store: Store): Promise<void> {
  const { revision, expiredBefore } = await store.readSumMark()
  const days = await store.readSums({ kind: 'day' })
  const kept = days.filter(({ id }) => expiredBefore === null || id > dayOf(expiredBefore))
  const others = [await store.readSums({ kind: 'lesson' }), await store.readSums({ kind: 'unit' })]
  const dropped = [...kept, ...others.flat()].map((sum) => ({ ...sum, body: null }))
  await store.keepSums(dropped, { counted: null, revision })
  await bringUpSums(store)
}

/** Forgets what single sessions added, where nothing of them can come any more. Their days keep it. */
export async function forgetUnits(store: Store, before: string): Promise<void> {
  const old = await store.readSums({ kind: 'unit', before })
  for (let start = 0; start < old.length; start += UNITS_AT_ONCE) {
    const some = old.slice(start, start + UNITS_AT_ONCE).map((sum) => ({ ...sum, body: null }))
    // Where another process counts meanwhile, what is left is forgotten the next time.
    if (!(await store.keepSums(some, await store.readSumMark()))) return
  }
}

async function countNew(store: Store): Promise<void> {
  while (await countStep(store));
}

/** False when there is nothing more to count. */
async function countStep(store: Store): Promise<boolean> {
  const { counted, revision, expiredBefore } = await store.readSumMark()
  const isClosed = closedDays(store, expiredBefore)
  const { last, firstAt, units, deltas } = await readNew(store, counted, isClosed)
  if (last === null) return false
  if (await isLogCut(store, counted)) {
    for (const unit of await unitsBefore(store, firstAt)) units.add(unit)
  }
  const all = [...units]
  let kept = revision
  for (let start = 0; start < all.length; start += UNITS_AT_ONCE) {
    const some = all.slice(start, start + UNITS_AT_ONCE)
    const sums = await recountUnits(store, some, isClosed, kept)
    // Another process counted meanwhile: it is begun again from its mark.
    if (!(await store.keepSums(sums, { counted, revision: kept }))) return true
    kept += 1
  }
  // The lines themselves go with the mark: units may be counted again, lines may not.
  await store.keepSums(await applyDeltas(store, deltas, kept), { counted: last, revision: kept })
  return true
}

interface NewLines {
  last: number | null
  firstAt: string
  units: Set<string>
  deltas: Map<string, Counts>
}

async function readNew(
  store: Store,
  counted: number | null,
  isClosed: IsClosed,
): Promise<NewLines> {
  const found: NewLines = { last: null, firstAt: '', units: new Set(), deltas: new Map() }
  for (let read = 0; read < STEP; read += PAGE) {
    const events = await store.readEvents({ after: found.last ?? counted ?? 0, limit: PAGE })
    if (found.last === null) found.firstAt = events[0]?.at ?? ''
    for (const event of events) {
      for (const unit of unitsOf(event)) found.units.add(unit)
      if (!(await isClosed(dayRow(event.at)))) countEvent(event, found.deltas)
      found.last = event.id
    }
    if (events.length < PAGE) return found
  }
  return found
}

async function recountUnits(
  store: Store,
  units: readonly string[],
  isClosed: IsClosed,
  revision: number,
): Promise<Sum[]> {
  const deltas = new Map<string, Counts>()
  const sums: Sum[] = []
  for (const unit of units) {
    sums.push(await recount(store, unit, isClosed, deltas))
  }
  return [...sums, ...(await applyDeltas(store, deltas, revision))]
}

function unitsOf({ kind, at, sessionId }: LogEvent): string[] {
  return [
    ...(sessionId === null ? [] : [`session ${sessionId}`]),
    ...(kind === 'record.model_call' ? [`calls ${dayOf(at)}`] : []),
  ]
}

/** The line up to which we counted is gone, and others may be gone with it. */
async function isLogCut(store: Store, counted: number | null): Promise<boolean> {
  if (counted === null) return true
  const mark = { after: counted - 1, before: counted + 1, limit: 1 }
  return counted > 0 && (await store.readEvents(mark)).length === 0
}

/** What older rows are of: some are kept longer than the log. */
async function unitsBefore(store: Store, before: string): Promise<Set<string>> {
  const units = new Set<string>()
  for (const kind of ['run', 'verdict', 'outcome', 'session_outcome', 'exposure'] as const) {
    await eachBefore(store, kind, before, (sessionId) => units.add(`session ${sessionId}`))
  }
  const calls = await store.list('model_call', { before, limit: 1, order: 'oldest' })
  const start = calls[0]?.startedAt
  if (start !== undefined) for (const day of daysFrom(start, before)) units.add(`calls ${day}`)
  return units
}

const DAY_MS = 86_400_000

function daysFrom(start: string, end: string): string[] {
  const first = Date.parse(dayOf(start))
  const count = Math.floor((Date.parse(end) - first) / DAY_MS) + 1
  return Array.from({ length: count }, (_, n) => dayOf(new Date(first + n * DAY_MS).toISOString()))
}

type SessionKind = 'run' | 'verdict' | 'outcome' | 'session_outcome' | 'exposure'

async function eachBefore(
  store: Store,
  kind: SessionKind,
  before: string,
  take: (sessionId: string) => void,
): Promise<void> {
  let beyond: Sum | { at: string; id: string } | null = null
  do {
    const query = { before, order: 'oldest', limit: PAGE } as const
    const { rows, next }: Awaited<ReturnType<Store['page']>> = await store.page(
      kind,
      beyond === null ? query : { ...query, beyond },
    )
    for (const row of rows) take(sessionOf(row as Row))
    beyond = next
  } while (beyond !== null)
}

interface Row {
  record?: { session_id: string }
  session_id?: string
  sessionId?: string
}

const sessionOf = ({ record, session_id, sessionId }: Row): string =>
  record?.session_id ?? session_id ?? sessionId ?? ''

type IsClosed = (row: string) => Promise<boolean>

/** Days that were counted while their rows were whole; now some are gone. */
function closedDays(store: Store, expiredBefore: string | null): IsClosed {
  const known = new Map<string, Promise<boolean>>()
  const isKept = async (id: string) => (await store.readSums({ kind: 'day', ids: [id] })).length > 0
  return async (row) => {
    if (expiredBefore === null || !row.startsWith('day ') || row > dayRow(expiredBefore)) {
      return false
    }
    // Asked before the step writes the day, and remembered: what the step adds closes nothing.
    const found = known.get(row) ?? isKept(row.slice('day '.length))
    known.set(row, found)
    return found
  }
}

/** Lines of the log never change: each is counted once. */
function countEvent(event: LogEvent, deltas: Map<string, Counts>): void {
  const row = dayRow(event.at)
  const counts = deltas.get(row) ?? {}
  deltas.set(row, counts)
  addCount(counts, 'event')
  if (isStopPush(event)) addCount(counts, 'pushed')
  if (event.kind === 'guard.closed') addCount(counts, 'not_judged')
}

async function recount(
  store: Store,
  name: string,
  isClosed: IsClosed,
  deltas: Map<string, Counts>,
): Promise<Sum> {
  const id = name.slice(name.indexOf(' ') + 1)
  const fresh = name.startsWith('calls ')
    ? await countCalls(store, id)
    : await countSession(store, id)
  const [before] = await store.readSums({ kind: 'unit', ids: [name] })
  const old = (before?.body as Unit | undefined)?.adds ?? {}
  const kept: [string, Counts][] = []
  for (const row of new Set([...Object.keys(old), ...Object.keys(fresh.adds)])) {
    const counts = ((await isClosed(row)) ? old : fresh.adds)[row]
    if (counts !== undefined) kept.push([row, counts])
  }
  const adds = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
  for (const row of new Set([...Object.keys(old), ...Object.keys(adds)])) {
    const delta = deltas.get(row) ?? {}
    addCounts(delta, adds[row] ?? {})
    addCounts(delta, old[row] ?? {}, -1)
    deltas.set(row, delta)
  }
  const { at, place } = fresh
  return { kind: 'unit', id: name, at, place, body: { ...fresh, adds } }
}

async function applyDeltas(
  store: Store,
  deltas: ReadonlyMap<string, Counts>,
  revision: number,
): Promise<Sum[]> {
  const sums: Sum[] = []
  const total = { ...(await readTotal(store)) }
  for (const [row, delta] of deltas) {
    if (Object.keys(delta).length === 0) continue
    const [kind = '', id] = [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]
    const [known] = await store.readSums({ kind, ids: [id] })
    const counts = { ...(known?.body as Counts | undefined) }
    addCounts(counts, delta)
    if (kind === 'day') addCounts(total, delta)
    const isEmpty = Object.keys(counts).length === 0
    const at = kind === 'day' ? `${id}T00:00:00.000Z` : ''
    sums.push({ kind, id, at, place: null, body: isEmpty ? null : sortCounts(counts) })
  }
  return [...sums, totalSum(total, revision)]
}
