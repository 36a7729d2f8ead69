/**
 * The store on any SQL database. Records, events and states come in checked and go down without
 * secrets; ids are looked up as they were stored. What does not match its contract is refused before
 * anything is written, and a row that can't be read is an error, never a guess.
 */
import { redactJson } from '../../safety/redact.js'
import type { LogEvent, NewLogEvent } from '../../schema/log-event.js'
import type { ModelCall } from '../../schema/model-call.js'
import type { RecordKind, RecordOf, RecordWrite } from '../../schema/records.js'
import type { LogHits, LogSearch } from '../../schema/search.js'
import type { SessionState } from '../../schema/session-state.js'
import type {
  Change,
  ChangeInput,
  CountQuery,
  Decide,
  DecideOnce,
  DueQuery,
  EventQuery,
  LessonQuery,
  MemoryQuery,
  OnceInput,
  Paged,
  Reducer,
  SessionQuery,
  Store,
  StoreRow,
  Sum,
  SumMark,
  SumQuery,
  TransactInput,
} from '../../store.js'
import { checkEvent, checkState, checkWrite } from '../../schema/check-row.js'
import { safeId } from '../../safety/safe-id.js'
import { ReflectError } from '../../schema/error.js'
import { safeIdOrNull } from '../safe-json.js'
import type { SqlConnection, SqlDriver, SqlRow, SqlValue } from './driver.js'
import { readSpending } from './ledger.js'
import { rebuildSessions } from './rebuild-sessions.js'
import { toBody, toLogEvent } from './read-row.js'
import { searchLessons } from './search-lessons.js'
import { countUnindexed, indexLog, searchLog } from './search-log.js'
import { searchMemory } from './search-memory.js'
import * as sql from './statements.js'
import type { Statement } from './statements.js'
import { keepSums, listSums, noteExpired, readSumMark, readSums, toSum } from './sums.js'
import { toPut, toStoredEvent, toStoredState } from './stored-row.js'
import { tables } from './tables.js'
import { exportRows, importRows, isEmptyStore, mergeRows } from './transfer-rows.js'

export interface SqlStoreOptions {
  /** Whose the rows are that this store writes; null when that is not known. @default null */
  author?: string | null
}

export class SqlStore implements Store {
  #driver: SqlDriver
  #author: string | null

  constructor(driver: SqlDriver, { author = null }: SqlStoreOptions = {}) {
    this.#driver = driver
    this.#author = safeIdOrNull(author)
  }

  transact<R>(input: TransactInput, reducer: Reducer<R>): Promise<R> {
    const { sessionId, key, alsoKeys = [] } = input
    return this.#driver.transaction(async (connection) => {
      const before = sessionId === null ? null : await readState(connection, sessionId)
      const asked = key === null ? alsoKeys : [key, ...alsoKeys]
      const logged = await loggedKeys(connection, asked)
      const known = { seen: key !== null && logged.has(key), logged, blind: false }
      const { state, events, writes, result } = reducer(before, known)
      const fresh = new Set(asked.filter((key) => !logged.has(key)))
      await this.#putAll(connection, writes, events, fresh)
      if (state !== null) await this.#putSession(connection, state)
      return result
    })
  }

  add(writes: readonly RecordWrite[], events: readonly NewLogEvent[] = []): Promise<void> {
    return this.#driver.transaction((connection) => this.#putAll(connection, writes, events))
  }

  change<K extends RecordKind, R>(input: ChangeInput<K>, decide: Decide<K, R>): Promise<R> {
    return this.#driver.transaction(async (connection) => {
      const change = decide(await readRecord(connection, input))
      await this.#applyChange(connection, change, input.at)
      return change.result
    })
  }

  once<R, K extends RecordKind = never>(
    key: string,
    decide: DecideOnce<K, R>,
    { about = null, alsoKeys = [] }: OnceInput<K> = {},
  ): Promise<R | null> {
    return this.#driver.transaction(async (connection) => {
      if (await hasKey(connection, key)) return null
      const record = about === null ? null : await readRecord(connection, about)
      const change = decide(record, await loggedKeys(connection, alsoKeys))
      if (change === null) return null
      const keyed = change.events.find((event) => event.key === key)
      if (keyed === undefined) {
        throw new ReflectError(
          'usage',
          `What is done once under ${safeId(key)} has to log that key`,
        )
      }
      await this.#applyChange(connection, change, keyed.at)
      return change.result
    })
  }

  get<K extends RecordKind>(kind: K, id: string): Promise<RecordOf<K> | null> {
    return this.#driver.read((connection) => readRecord(connection, { kind, id }))
  }

  async list<K extends RecordKind>(kind: K, query: DueQuery = {}): Promise<RecordOf<K>[]> {
    return this.#each(sql.listRecords(kind, safeQuery(query)), toBody<RecordOf<K>>)
  }

  page<K extends RecordKind>(kind: K, query: DueQuery = {}): Promise<Paged<RecordOf<K>>> {
    return this.#page(sql.listRecords(kind, safeQuery(query)))
  }

  async count(kind: RecordKind | 'event' | 'session', query: CountQuery = {}): Promise<number> {
    const [row] = await this.#all(sql.countRows(tableOf(kind), safeQuery(query)))
    return Number(row?.['count'])
  }

  listSubjects(kind: RecordKind): Promise<string[]> {
    return this.#values(sql.listSubjects(kind))
  }

  async searchLessons(query: LessonQuery): Promise<RecordOf<'lesson'>[]> {
    const { place } = query
    const safe = place === undefined ? query : { ...query, place: safeId(place) }
    const statement = searchLessons(this.#driver.dialect, safe)
    if (statement === null) return []
    return (await this.#all(statement)).map(toBody<RecordOf<'lesson'>>)
  }

  async searchMemory(query: MemoryQuery): Promise<RecordOf<'memory'>[]> {
    const { owner } = query
    const safe = owner === undefined ? query : { ...query, owner: safeId(owner) }
    const statement = searchMemory(this.#driver.dialect, safe)
    if (statement === null) return []
    return (await this.#all(statement)).map(toBody<RecordOf<'memory'>>)
  }

  async searchLog(query: LogSearch): Promise<LogHits> {
    this.#refuseUnsearched()
    const pending = await this.indexLog(LINES_AT_ONCE)
    sql.checkedLimit(query.limit)
    sql.checkedLimit(query.skip)
    const found = await this.#driver.read((connection) => searchLog(connection, query))
    return { ...found, pending }
  }

  async indexLog(limit: number): Promise<number> {
    this.#refuseUnsearched()
    const left = await this.#driver.read(countUnindexed)
    if (left === 0) return 0
    return this.#driver.transaction((connection) => indexLog(connection, limit))
  }

  #refuseUnsearched(): void {
    if (this.#driver.dialect.searchesLog) return
    throw new ReflectError('usage', 'Search needs a store on this machine', {
      remedy: 'Records in PostgreSQL are not searched yet; `reflect db` says where yours are.',
    })
  }

  remove(kind: RecordKind, id: string, at: string): Promise<boolean> {
    return this.#driver.transaction((connection) => removeRecord(connection, kind, id, at))
  }

  async readEvents(query: EventQuery = {}): Promise<LogEvent[]> {
    const { limitsEachRead } = this.#driver.dialect
    return this.#each(sql.listEvents(safeQuery(query), limitsEachRead), toLogEvent)
  }

  listEventKinds(): Promise<string[]> {
    return this.#values(sql.LIST_EVENT_KINDS)
  }

  readSession(sessionId: string): Promise<SessionState | null> {
    return this.#driver.read((connection) => readState(connection, sessionId))
  }

  async listSessions(limit?: number): Promise<SessionState[]> {
    const query = limit === undefined ? {} : { limit }
    return this.#each(sql.listSessions(query), toBody<SessionState>)
  }

  pageSessions(query: SessionQuery = {}): Promise<Paged<SessionState>> {
    return this.#page(sql.listSessions(query))
  }

  async readCache(key: string, now: string): Promise<string | null> {
    const [row] = await this.#all({ sql: sql.READ_CACHE, values: [safeId(key), now] })
    return row === undefined ? null : String(row['body'])
  }

  async writeCache(key: string, value: string, expiresAt: string): Promise<void> {
    await this.#run({ sql: sql.PUT_CACHE, values: [safeId(key), expiresAt, redactJson(value)] })
  }

  async claimCache(key: string, value: string, at: { now: string; expiresAt: string }) {
    const values = [safeId(key), at.expiresAt, redactJson(value), at.now]
    return (await this.#run({ sql: sql.CLAIM_CACHE, values })) > 0
  }

  bookCall(
    query: Parameters<Store['bookCall']>[0],
    decide: Parameters<Store['bookCall']>[1],
  ): Promise<ModelCall> {
    return this.#driver.transaction(async (connection) => {
      const sessionId = query.sessionId === null ? null : safeId(query.sessionId)
      const asked = { ...query, sessionId }
      const record = decide(await readSpending(connection, this.#driver.dialect, asked))
      await this.#putAll(connection, [{ kind: 'model_call', record }], [])
      return record
    })
  }

  readSumMark(): Promise<SumMark> {
    return this.#driver.read(readSumMark)
  }

  async readSums(query: SumQuery): Promise<Sum[]> {
    const { ids } = query
    if (ids === undefined) return this.#each(listSums(query), toSum)
    return this.#driver.read((connection) => readSums(connection, query.kind, ids))
  }

  keepSums(sums: readonly Sum[], mark: Pick<SumMark, 'counted' | 'revision'>): Promise<boolean> {
    return this.#driver.transaction((connection) => keepSums(connection, sums, mark))
  }

  rebuildSessions(fold: Parameters<Store['rebuildSessions']>[0]) {
    return this.#driver.transaction((connection) => rebuildSessions(connection, fold, this.#author))
  }

  async expire(
    kind: RecordKind | 'event' | 'session' | 'cache',
    before: string,
    limit: number,
    state?: string,
  ): Promise<number> {
    const { sql: text, values } = sql.expireRows(tableOf(kind), before, limit, state)
    return this.#driver.transaction(async (connection) => {
      const count = await connection.run(text, values)
      if (count > 0 && kind !== 'cache') await noteExpired(connection, before)
      return count
    })
  }

  exportRows(take: Parameters<Store['exportRows']>[0]): Promise<void> {
    return this.#driver.snapshot((connection) => exportRows(connection, take))
  }

  importRows(rows: Parameters<Store['importRows']>[0]): Promise<number> {
    return this.#driver.transaction((connection) => importRows(connection, rows))
  }

  /** Takes rows of another store into one that may have some of them already. */
  mergeRows(rows: readonly StoreRow[]): Promise<void> {
    return this.#driver.transaction((connection) => mergeRows(connection, rows))
  }

  isEmpty(): Promise<boolean> {
    return this.#driver.snapshot(isEmptyStore)
  }

  async compact(): Promise<void> {
    for (const statement of this.#driver.dialect.compact) {
      await this.#driver.read((connection) => connection.run(statement))
    }
  }

  close(): Promise<void> {
    return this.#driver.close()
  }

  #all(statement: Statement): Promise<SqlRow[]> {
    return this.#driver.read((connection) => connection.all(statement.sql, statement.values))
  }

  #each<T>(statement: Statement, take: (row: SqlRow) => T): Promise<T[]> {
    return this.#driver.readEach(statement.sql, statement.values, take)
  }

  async #page<T>(statement: Statement): Promise<Paged<T>> {
    let last: SqlRow | undefined
    const rows = await this.#each(statement, (row) => {
      last = row
      return toBody<T>(row)
    })
    // The limit is the last value of every list.
    const isLast = last === undefined || rows.length < Number(statement.values.at(-1))
    const next = isLast ? null : { at: String(last?.['at']), id: String(last?.['id']) }
    return { rows, next }
  }

  async #values(text: string): Promise<string[]> {
    return (await this.#all({ sql: text, values: [] })).map((row) => String(row['value']))
  }

  #run(statement: Statement): Promise<number> {
    return this.#driver.transaction((connection) => connection.run(statement.sql, statement.values))
  }

  async #applyChange(connection: SqlConnection, change: Change<unknown>, at: string) {
    await this.#putAll(connection, change.writes, change.events)
    for (const { kind, id } of change.removes) await removeRecord(connection, kind, id, at)
  }

  /** Many rows are a few statements: each is a way to the database and back. */
  async #putAll(
    connection: SqlConnection,
    writes: readonly RecordWrite[],
    events: readonly NewLogEvent[],
    fresh: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    const lines = (await newEvents(connection, events, fresh)).map(toStoredEvent)
    const puts: { sql: string; rows: SqlValue[][] }[] = []
    for (const write of writes) {
      checkWrite(write)
      const { columns, ...put } = toPut(write, this.#author)
      const last = puts.at(-1)
      if (last?.sql === put.sql) last.rows.push(put.values)
      else puts.push({ sql: put.sql, rows: [put.values] })
      const { id, session_id, at } = columns
      const key = safeIdOrNull(write.key ?? null)
      lines.push(toRecordLine(write.kind, session_id, at, { id }, key))
    }
    for (const put of puts) await connection.runMany(put.sql, put.rows)
    await connection.runMany(sql.INSERT_EVENT, lines)
  }

  #putSession(connection: SqlConnection, state: SessionState) {
    checkState(state)
    return connection.run(sql.PUT_SESSION, [...toStoredState(state), this.#author])
  }
}

const MAX_KEYS_AT_ONCE = 64
/** Short enough that a hook that waits for the lock doesn't feel it. */
const LINES_AT_ONCE = 200

function tableOf(kind: Parameters<Store['expire']>[0]): string {
  if (kind === 'event') return 'events'
  if (kind === 'session') return 'sessions'
  return kind === 'cache' ? 'cache' : tables[kind].name
}

async function readRecord<K extends RecordKind>(
  connection: SqlConnection,
  { kind, id }: { kind: K; id: string },
): Promise<RecordOf<K> | null> {
  const [row] = await connection.all(sql.getRecord(kind), [safeId(id)])
  return row === undefined ? null : toBody<RecordOf<K>>(row)
}

async function readState(
  connection: SqlConnection,
  sessionId: string,
): Promise<SessionState | null> {
  const [row] = await connection.all(sql.READ_SESSION, [safeId(sessionId)])
  return row === undefined ? null : toBody<SessionState>(row)
}

async function loggedKeys(
  connection: SqlConnection,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const logged = new Set<string>()
  for (let from = 0; from < keys.length; from += MAX_KEYS_AT_ONCE) {
    const some = keys.slice(from, from + MAX_KEYS_AT_ONCE)
    // In lengths of 1, 2, 4 and so on: each is a statement that is prepared and kept.
    const length = 2 ** Math.ceil(Math.log2(some.length))
    const padded = Array.from({ length }, (_, n) => safeId(some[n] ?? some[0]!))
    for (const row of await connection.all(sql.findKeys(length), padded)) {
      const key = some[Number(row['place'])]
      if (key !== undefined) logged.add(key)
    }
  }
  return logged
}

async function hasKey(connection: SqlConnection, key: string): Promise<boolean> {
  return (await loggedKeys(connection, [key])).size > 0
}

/**
 * Events whose keys are not logged yet, each key once. Keys are looked up first, because an insert that
 * meets a conflict leaves a gap in the ids; `fresh` are those that were, in this transaction.
 */
async function newEvents(
  connection: SqlConnection,
  events: readonly NewLogEvent[],
  fresh: ReadonlySet<string>,
): Promise<NewLogEvent[]> {
  for (const event of events) checkEvent(event)
  const asked = events.flatMap(({ key }) => (key === null || fresh.has(key) ? [] : [key]))
  const logged = asked.length === 0 ? asked : [...(await loggedKeys(connection, asked))]
  const known = new Set(logged.map(safeId))
  return events.filter(({ key }) => {
    if (key === null) return true
    const stored = safeId(key)
    return !known.has(stored) && known.add(stored)
  })
}

async function removeRecord(
  connection: SqlConnection,
  kind: RecordKind,
  id: string,
  at: string,
): Promise<boolean> {
  const [row] = await connection.all(sql.removeRecord(kind), [safeId(id)])
  if (row === undefined) return false
  const sessionId = row['session_id'] as string | null
  const line = toRecordLine(kind, sessionId, at, { id: row['id'], removed: true })
  await connection.run(sql.INSERT_EVENT, line)
  return true
}

/** Ids and sessions come from columns here, so nothing is left to redact. */
const toRecordLine = (
  kind: RecordKind,
  sessionId: string | null,
  at: string,
  body: { id: unknown; removed?: true },
  key: string | null = null,
): SqlValue[] => [at, `record.${kind}`, sessionId, key, JSON.stringify(body)]

/** Questions are asked in the words that were stored. */
function safeQuery<Q extends { sessionId?: string; subject?: string; kind?: string }>(query: Q): Q {
  const { sessionId, subject, kind } = query
  return {
    ...query,
    ...(sessionId === undefined ? {} : { sessionId: safeId(sessionId) }),
    ...(subject === undefined ? {} : { subject: safeId(subject) }),
    ...(kind === undefined ? {} : { kind: safeId(kind) }),
  }
}
