/**
 * The store on any SQL database. Records, events and states come in checked and go down without
 * secrets; ids are looked up as they were stored. What does not fit its contract is refused before
 * anything is written, and a row that can't be read is an error, never a guess.
 */
import { redactJson } from '../../safety/redact.js'
import type { LogEvent, NewLogEvent } from '../../schema/log-event.js'
import type { CallSum, ModelCall } from '../../schema/model-call.js'
import type { RecordKind, RecordOf, RecordWrite } from '../../schema/records.js'
import type { SessionState } from '../../schema/session-state.js'
import type {
  ChangeInput,
  CountQuery,
  Decide,
  EventQuery,
  LessonQuery,
  MemoryQuery,
  Paged,
  RecordQuery,
  Reducer,
  SessionQuery,
  Store,
  TransactInput,
} from '../../store.js'
import { checkEvent, checkState, checkWrite } from '../../schema/check-row.js'
import { safeId } from '../../safety/safe-id.js'
import type { SqlConnection, SqlDriver, SqlRow } from './driver.js'
import { readSpending, sumCalls, toCallSum } from './ledger.js'
import { rebuildSessions } from './rebuild-sessions.js'
import { toBody, toLogEvent } from './read-row.js'
import { searchLessons } from './search-lessons.js'
import { searchMemory } from './search-memory.js'
import * as sql from './statements.js'
import type { Statement } from './statements.js'
import { toStoredEvent, toStoredRecord, toStoredState } from './stored-row.js'
import { tables } from './tables.js'
import { exportRows, importRows } from './transfer-rows.js'

export class SqlStore implements Store {
  #driver: SqlDriver

  constructor(driver: SqlDriver) {
    this.#driver = driver
  }

  transact<R>(input: TransactInput, reducer: Reducer<R>): Promise<R> {
    const { key, alsoKeys = [] } = input
    return this.#driver.transaction(async (connection) => {
      const [row] = await connection.all(sql.READ_SESSION, [safeId(input.sessionId)])
      const before = row === undefined ? null : toBody<SessionState>(row)
      const asked = key === null ? alsoKeys : [key, ...alsoKeys]
      const logged = await loggedKeys(connection, asked)
      const known = { seen: key !== null && logged.has(key), logged, blind: false }
      const { state, events, writes, result } = reducer(before, known)
      const fresh = new Set(asked.filter((key) => !logged.has(key)))
      await putAll(connection, writes, events, fresh)
      if (state !== null) await putSession(connection, state)
      return result
    })
  }

  add(writes: readonly RecordWrite[], events: readonly NewLogEvent[] = []): Promise<void> {
    return this.#driver.transaction((connection) => putAll(connection, writes, events))
  }

  change<K extends RecordKind, R>(input: ChangeInput<K>, decide: Decide<K, R>): Promise<R> {
    return this.#driver.transaction(async (connection) => {
      const [row] = await connection.all(sql.getRecord(input.kind), [safeId(input.id)])
      const record = row === undefined ? null : toBody<RecordOf<K>>(row)
      const logged = await loggedKeys(connection, input.keys ?? [])
      const { writes, removes, events, result } = decide(record, logged)
      await putAll(connection, writes, events)
      for (const { kind, id } of removes) await removeRecord(connection, kind, id, input.at)
      return result
    })
  }

  async get<K extends RecordKind>(kind: K, id: string): Promise<RecordOf<K> | null> {
    const [row] = await this.#all({ sql: sql.getRecord(kind), values: [safeId(id)] })
    return row === undefined ? null : toBody<RecordOf<K>>(row)
  }

  async list<K extends RecordKind>(kind: K, query: RecordQuery = {}): Promise<RecordOf<K>[]> {
    return (await this.#all(sql.listRecords(kind, safeQuery(query)))).map(toBody<RecordOf<K>>)
  }

  page<K extends RecordKind>(kind: K, query: RecordQuery = {}): Promise<Paged<RecordOf<K>>> {
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

  remove(kind: RecordKind, id: string, at: string): Promise<boolean> {
    return this.#driver.transaction((connection) => removeRecord(connection, kind, id, at))
  }

  async readEvents(query: EventQuery = {}): Promise<LogEvent[]> {
    return (await this.#all(sql.listEvents(safeQuery(query)))).map(toLogEvent)
  }

  listEventKinds(): Promise<string[]> {
    return this.#values(sql.LIST_EVENT_KINDS)
  }

  async readSession(sessionId: string): Promise<SessionState | null> {
    const [row] = await this.#all({ sql: sql.READ_SESSION, values: [safeId(sessionId)] })
    return row === undefined ? null : toBody<SessionState>(row)
  }

  async listSessions(limit?: number): Promise<SessionState[]> {
    const query = limit === undefined ? {} : { limit }
    return (await this.#all(sql.listSessions(query))).map(toBody<SessionState>)
  }

  pageSessions(query: SessionQuery = {}): Promise<Paged<SessionState>> {
    return this.#page(sql.listSessions(query))
  }

  /**
   * The row is gone before its taker acts: a taker that dies loses one nudge, and the log shows it.
   * The other way round a crash would push twice, which is worse.
   */
  async takeDue(input: Parameters<Store['takeDue']>[0]): Promise<RecordOf<'due'>[]> {
    const wanted = sql.checkedLimit(input.limit)
    return this.#driver.transaction(async (connection) => {
      const taken: RecordOf<'due'>[] = []
      while (taken.length < wanted) {
        const limit = wanted - taken.length
        const { sql: text, values } = sql.takeDueRows({ ...safeQuery(input), limit })
        const rows = await connection.all(text, values)
        if (rows.length === 0) break
        // What a delete returns comes in no order.
        rows.sort(byInstant)
        for (const row of rows) await logRemoved(connection, 'due', row, input.now)
        taken.push(...rows.map(toBody<RecordOf<'due'>>).filter((due) => due.expiresAt > input.now))
      }
      return taken
    })
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
      await putRecord(connection, { kind: 'model_call', record })
      return record
    })
  }

  async sumCalls(query: Parameters<Store['sumCalls']>[0]): Promise<CallSum[]> {
    return (await this.#all(sumCalls(this.#driver.dialect, query))).map(toCallSum)
  }

  rebuildSessions(fold: Parameters<Store['rebuildSessions']>[0]) {
    return this.#driver.transaction((connection) => rebuildSessions(connection, fold))
  }

  async expire(
    kind: RecordKind | 'event' | 'session' | 'cache',
    before: string,
    limit: number,
    state?: string,
  ): Promise<number> {
    return this.#run(sql.expireRows(tableOf(kind), before, limit, state))
  }

  exportRows(take: Parameters<Store['exportRows']>[0]): Promise<void> {
    return this.#driver.snapshot((connection) => exportRows(connection, take))
  }

  importRows(rows: Parameters<Store['importRows']>[0]): Promise<number> {
    return this.#driver.transaction((connection) => importRows(connection, rows))
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

  async #page<T>(statement: Statement): Promise<Paged<T>> {
    const rows = await this.#all(statement)
    const last = rows.at(-1)
    // The limit is the last value of every list.
    const isLast = last === undefined || rows.length < Number(statement.values.at(-1))
    const next = isLast ? null : { at: String(last['at']), id: String(last['id']) }
    return { rows: rows.map(toBody<T>), next }
  }

  async #values(text: string): Promise<string[]> {
    return (await this.#all({ sql: text, values: [] })).map((row) => String(row['value']))
  }

  #run(statement: Statement): Promise<number> {
    return this.#driver.transaction((connection) => connection.run(statement.sql, statement.values))
  }
}

function tableOf(kind: Parameters<Store['expire']>[0]): string {
  if (kind === 'event') return 'events'
  if (kind === 'session') return 'sessions'
  return kind === 'cache' ? 'cache' : tables[kind].name
}

async function loggedKeys(
  connection: SqlConnection,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const logged = new Set<string>()
  for (const key of keys) if (await hasKey(connection, key)) logged.add(key)
  return logged
}

async function hasKey(connection: SqlConnection, key: string): Promise<boolean> {
  return (await connection.all(sql.HAS_KEY, [safeId(key)])).length > 0
}

async function putAll(
  connection: SqlConnection,
  writes: readonly RecordWrite[],
  events: readonly NewLogEvent[],
  fresh: Set<string> = new Set(),
): Promise<void> {
  for (const event of events) await putEvent(connection, event, fresh)
  for (const write of writes) await putRecord(connection, write)
}

/**
 * A key is looked up first, because an insert that meets a conflict leaves a gap in the ids; `fresh`
 * are those that were looked up in this transaction and are not there.
 */
async function putEvent(
  connection: SqlConnection,
  event: NewLogEvent,
  fresh: Set<string>,
): Promise<void> {
  checkEvent(event)
  const isFresh = event.key !== null && fresh.delete(event.key)
  if (event.key !== null && !isFresh && (await hasKey(connection, event.key))) return
  await connection.run(sql.INSERT_EVENT, toStoredEvent(event))
}

async function putRecord(connection: SqlConnection, write: RecordWrite): Promise<void> {
  checkWrite(write)
  const { columns, body } = toStoredRecord(write)
  const { id, session_id, subject, state, at } = columns
  await connection.run(sql.putRecord(write.kind), [id, session_id, subject, state, at, body])
  await logRecord(connection, write.kind, session_id, at, { id })
}

async function removeRecord(
  connection: SqlConnection,
  kind: RecordKind,
  id: string,
  at: string,
): Promise<boolean> {
  const [row] = await connection.all(sql.removeRecord(kind), [safeId(id)])
  if (row !== undefined) await logRemoved(connection, kind, row, at)
  return row !== undefined
}

function logRemoved(connection: SqlConnection, kind: RecordKind, row: SqlRow, at: string) {
  const sessionId = row['session_id'] as string | null
  return logRecord(connection, kind, sessionId, at, { id: row['id'], removed: true })
}

/** Ids and sessions come from columns here, so nothing is left to redact. */
function logRecord(
  connection: SqlConnection,
  kind: RecordKind,
  sessionId: string | null,
  at: string,
  body: { id: unknown; removed?: true },
) {
  const values = [at, `record.${kind}`, sessionId, null, JSON.stringify(body)]
  return connection.run(sql.INSERT_EVENT, values)
}

function putSession(connection: SqlConnection, state: SessionState) {
  checkState(state)
  return connection.run(sql.PUT_SESSION, toStoredState(state))
}

/** Questions are asked in the words that were stored. */
function safeQuery<Q extends { sessionId?: string; subject?: string }>(query: Q): Q {
  const { sessionId, subject } = query
  return {
    ...query,
    ...(sessionId === undefined ? {} : { sessionId: safeId(sessionId) }),
    ...(subject === undefined ? {} : { subject: safeId(subject) }),
  }
}

const byInstant = (a: SqlRow, b: SqlRow): number =>
  `${a['at']} ${a['id']}` < `${b['at']} ${b['id']}` ? -1 : 1
