import { ReflectError } from '../../schema/error.js'
import type { RecordWrite } from '../../schema/records.js'
import { safeIdOrNull } from '../safe-json.js'
import type { StoreRow } from '../../store.js'
import { checkLogEvent, checkState, checkWrite } from '../../schema/check-row.js'
import type { SqlConnection, SqlRow } from './driver.js'
import { toBody, toLogEvent } from './read-row.js'
import { readOwnership, toPut, toStoredEvent, toStoredState } from './stored-row.js'
import { PUT_VISIBLE_SESSION } from './statements.js'
import { dropSums } from './sums.js'
import { tables } from './tables.js'

const PAGE = 500

/** Caches are left out: they expire within hours and belong to one machine. So are sums: they are counted again. */
const SOURCES = [
  { kind: 'event', name: 'events', first: 0 },
  { kind: 'session', name: 'sessions', first: '' },
  ...Object.entries(tables).map(([kind, { name }]) => ({ kind, name, first: '' })),
] as const

/** Every row in a fixed order, a page at a time. */
export async function exportRows(
  connection: SqlConnection,
  take: (row: StoreRow) => void | Promise<void>,
): Promise<void> {
  for (const { kind, name, first } of SOURCES) {
    const read = kind === 'event' ? toLogEvent : toBody
    for (let after: string | number = first; ;) {
      const page: SqlRow[] = await connection.all(
        `SELECT * FROM ${name} WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
        [after],
      )
      for (const row of page)
        await take({ kind, row: read(row), ...readOwnership(row) } as StoreRow)
      if (page.length < PAGE) break
      after = lastId(page, after, name)
    }
  }
}

function lastId<T extends string | number>(page: readonly SqlRow[], after: T, name: string): T {
  const { id } = page.at(-1)!
  // A driver may hand over large numbers as text.
  const last = (typeof after === 'number' ? Number(id) : id) as T
  if (last > after) return last
  // On a damaged page ids run backwards, and the same page would come for ever.
  throw new ReflectError('store-corrupt', `The table ${name} is out of order`, {
    remedy: 'Move the database aside and start again; `reflect db path` says where it is.',
  })
}

/** Puts rows into an empty store as they are, without log lines of their own. */
export async function importRows(
  connection: SqlConnection,
  rows: AsyncIterable<StoreRow>,
): Promise<number> {
  await refuseUnlessEmpty(connection)
  await dropSums(connection)
  let count = 0
  for await (const row of rows) {
    await importRow(connection, row, FILL)
    count += 1
  }
  return count
}

/** Puts rows beside those that are there; one that is there already is replaced, or, in the log, left. */
export async function mergeRows(
  connection: SqlConnection,
  rows: readonly StoreRow[],
): Promise<void> {
  for (const row of rows) await importRow(connection, row, MERGE)
}

/** Whether no row is there at all. */
export async function isEmptyStore(connection: SqlConnection): Promise<boolean> {
  for (const { name } of SOURCES) {
    const found = await connection.all(`SELECT 1 AS found FROM ${name} LIMIT 1`)
    if (found.length > 0) return false
  }
  return true
}

async function refuseUnlessEmpty(connection: SqlConnection): Promise<void> {
  if (await isEmptyStore(connection)) return
  throw new ReflectError('usage', 'Only an empty store can be filled; this one has records', {
    remedy: 'Move its file aside (`reflect db path` prints it), then import again.',
  })
}

const INSERT_EVENT =
  'INSERT INTO events (id, at, kind, session_id, key, body) VALUES (?, ?, ?, ?, ?, ?)'
const INSERT_SESSION =
  'INSERT INTO sessions (id, at, body, visibility, author) VALUES (?, ?, ?, ?, ?)'

/** Where nothing was: the same row twice is a fault. */
const FILL = { event: INSERT_EVENT, session: INSERT_SESSION }
const MERGE = {
  event: `${INSERT_EVENT} ON CONFLICT (id) DO NOTHING`,
  session: PUT_VISIBLE_SESSION,
}

/** A row that says nothing of its author stays without one: it is not the importer's. */
async function importRow(
  connection: SqlConnection,
  row: StoreRow,
  statements: typeof FILL,
): Promise<void> {
  if (row.kind === 'event') {
    checkLogEvent(row.row)
    const { id, ...event } = row.row
    await connection.run(statements.event, [id, ...toStoredEvent(event)])
    return
  }
  const author = safeIdOrNull(row.author ?? null)
  const visibility = row.visibility ?? 'private'
  if (row.kind === 'session') {
    checkState(row.row)
    await connection.run(statements.session, [...toStoredState(row.row), visibility, author])
    return
  }
  const write = { kind: row.kind, record: row.row, visibility } as RecordWrite
  checkWrite(write)
  const { sql, values } = toPut(write, author)
  await connection.run(sql, values)
}
