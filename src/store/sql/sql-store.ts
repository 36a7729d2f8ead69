import { redactJson } from '../../safety/redact.js'
import { ReflectError } from '../../schema/error.js'
import type { LogEvent, NewLogEvent } from '../../schema/log-event.js'
import { recordSchemas } from '../../schema/records.js'
import type { RecordKind, RecordOf, RecordWrite } from '../../schema/records.js'
import type { SessionState } from '../../schema/session-state.js'
import type { EventQuery, RecordQuery, Reducer, Store, TransactInput } from '../../store.js'
import type { SqlConnection, SqlDriver, SqlRow } from './driver.js'
import * as sql from './statements.js'
import type { Statement } from './statements.js'
import { tables } from './tables.js'
import type { RecordColumns } from './tables.js'

/** The store on any SQL database. Everything that is written passes the redaction here. */
export class SqlStore implements Store {
  #driver: SqlDriver

  constructor(driver: SqlDriver) {
    this.#driver = driver
  }

  transact<R>(input: TransactInput, reducer: Reducer<R>): Promise<R> {
    return this.#driver.transaction(async (connection) => {
      const [row] = await connection.all(sql.READ_SESSION, [input.sessionId])
      const seen = input.key !== null && (await hasKey(connection, input.key))
      const { state, events, writes, result } = reducer(parseBody<SessionState>(row), { seen })
      for (const event of events) await insertEvent(connection, event)
      for (const write of writes) await putRecord(connection, write)
      if (state !== null) await putSession(connection, state)
      return result
    })
  }

  add(writes: readonly RecordWrite[], events: readonly NewLogEvent[] = []): Promise<void> {
    return this.#driver.transaction(async (connection) => {
      for (const event of events) await insertEvent(connection, event)
      for (const write of writes) await putRecord(connection, write)
    })
  }

  async get<K extends RecordKind>(kind: K, id: string): Promise<RecordOf<K> | null> {
    const [row] = await this.#driver.read((connection) => connection.all(sql.getRecord(kind), [id]))
    return parseBody<RecordOf<K>>(row)
  }

  async list<K extends RecordKind>(kind: K, query: RecordQuery = {}): Promise<RecordOf<K>[]> {
    return parseBodies<RecordOf<K>>(await this.#all(sql.listRecords(kind, query)))
  }

  remove(kind: RecordKind, id: string, at: string): Promise<boolean> {
    return this.#driver.transaction(async (connection) => {
      const removed = await connection.run(sql.removeRecord(kind), [id])
      if (removed === 0) return false
      const body = { id, removed: true }
      await insertEvent(connection, { kind: `record.${kind}`, at, sessionId: null, key: null, body })
      return true
    })
  }

  async readEvents(query: EventQuery = {}): Promise<LogEvent[]> {
    return (await this.#all(sql.listEvents(query))).map(toLogEvent)
  }

  async readSession(sessionId: string): Promise<SessionState | null> {
    const [row] = await this.#all({ sql: sql.READ_SESSION, values: [sessionId] })
    return parseBody<SessionState>(row)
  }

  async listSessions(limit = 200): Promise<SessionState[]> {
    return parseBodies<SessionState>(await this.#all({ sql: sql.LIST_SESSIONS, values: [limit] }))
  }

  async takeDue(input: Parameters<Store['takeDue']>[0]): Promise<RecordOf<'due'>[]> {
    const { sql: text, values } = sql.takeDueRows(input)
    const rows = await this.#driver.transaction((connection) => connection.all(text, values))
    return parseBodies<RecordOf<'due'>>(rows).filter((row) => row.expiresAt > input.now)
  }

  async readCache(key: string, now: string): Promise<string | null> {
    const [row] = await this.#all({ sql: sql.READ_CACHE, values: [key, now] })
    return row === undefined ? null : String(row['body'])
  }

  async writeCache(key: string, value: string, expiresAt: string): Promise<void> {
    await this.#run({ sql: sql.PUT_CACHE, values: [key, expiresAt, redactJson(value)] })
  }

  rebuildSessions(
    fold: (state: SessionState | null, event: LogEvent) => SessionState | null,
  ): Promise<{ sessions: number; changed: number }> {
    return this.#driver.transaction((connection) => rebuildSessions(connection, fold))
  }

  expire(kind: RecordKind | 'event' | 'cache', before: string, limit: number): Promise<number> {
    const table = kind === 'event' ? 'events' : kind === 'cache' ? 'cache' : tables[kind].name
    return this.#run(sql.expireRows(table, before, limit))
  }

  close(): Promise<void> {
    return this.#driver.close()
  }

  #all(statement: Statement): Promise<SqlRow[]> {
    return this.#driver.read((connection) => connection.all(statement.sql, statement.values))
  }

  #run(statement: Statement): Promise<number> {
    return this.#driver.transaction((connection) => connection.run(statement.sql, statement.values))
  }
}

async function hasKey(connection: SqlConnection, key: string): Promise<boolean> {
  return (await connection.all(sql.HAS_KEY, [key])).length > 0
}

function insertEvent(connection: SqlConnection, event: NewLogEvent) {
  const { at, kind, sessionId, key, body } = event
  return connection.run(sql.INSERT_EVENT, [at, kind, sessionId, key, toBody(body)])
}

function putSession(connection: SqlConnection, state: SessionState) {
  return connection.run(sql.PUT_SESSION, [state.sessionId, state.updatedAt, toBody(state)])
}

async function putRecord(connection: SqlConnection, write: RecordWrite): Promise<void> {
  const { kind } = write
  const checked = recordSchemas[kind].safeParse(write.record)
  if (!checked.success) {
    throw new ReflectError('record-invalid', `A ${kind} record does not fit its contract`, {
      cause: checked.error,
    })
  }
  const body = toBody(write.record)
  const { id, session_id, subject, state, at } = columnsOf(write, body)
  await connection.run(sql.putRecord(kind), [id, session_id, subject, state, at, body])
  await insertEvent(connection, {
    kind: `record.${kind}`,
    at,
    sessionId: session_id,
    key: null,
    body: { id },
  })
}

/** Taken from what is really stored, so that a secret in an id doesn't reach an index either. */
function columnsOf(write: RecordWrite, body: string): RecordColumns {
  const stored = body.includes('[redacted:') ? JSON.parse(body) : write.record
  const toColumns = tables[write.kind].columns as (record: unknown) => RecordColumns
  return toColumns(stored)
}

const toBody = (value: unknown): string => redactJson(JSON.stringify(value))

function parseBody<T>(row: SqlRow | undefined): T | null {
  return row === undefined ? null : (JSON.parse(String(row['body'])) as T)
}

const parseBodies = <T>(rows: readonly SqlRow[]): T[] =>
  rows.map((row) => JSON.parse(String(row['body'])) as T)

function toLogEvent(row: SqlRow): LogEvent {
  return {
    id: Number(row['id']),
    at: String(row['at']),
    kind: String(row['kind']),
    sessionId: row['session_id'] as string | null,
    key: row['key'] as string | null,
    body: JSON.parse(String(row['body'])),
  }
}

const REBUILD_PAGE = 1000

/** Pages through the log so that memory stays flat; only the sessions' states are held. */
async function rebuildSessions(
  connection: SqlConnection,
  fold: (state: SessionState | null, event: LogEvent) => SessionState | null,
): Promise<{ sessions: number; changed: number }> {
  const states = new Map<string, SessionState | null>()
  for (let after = 0; ; ) {
    const page = sql.listEvents({ after, limit: REBUILD_PAGE })
    const events = (await connection.all(page.sql, page.values)).map(toLogEvent)
    for (const event of events) {
      if (event.sessionId === null) continue
      states.set(event.sessionId, fold(states.get(event.sessionId) ?? null, event))
    }
    const last = events.at(-1)
    if (last === undefined) break
    after = last.id
  }
  let sessions = 0
  let changed = 0
  for (const [id, state] of states) {
    if (state === null) continue
    sessions += 1
    const [row] = await connection.all(sql.READ_SESSION, [id])
    if (row?.['body'] === toBody(state)) continue
    changed += 1
    await putSession(connection, state)
  }
  return { sessions, changed }
}
