import type { RecordKind } from '../../schema/records.js'
import type { StoreRow } from '../../store.js'
import {
  instant,
  sampleEvent,
  sampleState,
  sampleWrite,
} from '../../testing/store-contract/samples.js'
import type { SqliteDialect } from '../sql/dialect.js'
import type { SqlConnection, SqlDriver } from '../sql/driver.js'
import { migrations } from '../sql/migrations.js'
import { toStoredRecord } from '../sql/stored-row.js'
import { tables } from '../sql/tables.js'

/** The kinds of each version, as far as they came with one. */
const KINDS: Readonly<Record<number, readonly RecordKind[]>> = {
  1: [
    'run',
    'verdict',
    'lesson',
    'exposure',
    'memory',
    'outcome',
    'finding',
    'task',
    'interaction',
    'model_call',
    'due',
  ],
  4: ['skill_change'],
}

/** Makes a database as that version left it, with rows of everything; returns the rows. */
export async function makeOldDatabase(
  driver: SqlDriver<SqliteDialect>,
  version: number,
): Promise<StoreRow[]> {
  const rows = rowsOf(version)
  await driver.transaction(async (connection) => {
    await connection.run('CREATE TABLE meta (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
    await connection.run(`INSERT INTO meta VALUES ('schema_version', ?)`, [String(version)])
    for (const migration of migrations.slice(0, version)) {
      for (const statement of migration(driver.dialect)) await connection.run(statement)
    }
    for (const row of rows) await insert(connection, asWritten(row, version))
  })
  return rows
}

/** Until version 7 the failure behind a lesson was called its episode. */
function asWritten(stored: StoreRow, version: number): StoreRow {
  if (stored.kind !== 'lesson' || version >= 7) return stored
  const { source, ...row } = stored.row
  return { ...stored, row: { ...row, episode: source } as unknown as typeof stored.row }
}

function rowsOf(version: number): StoreRow[] {
  const kinds = Object.entries(KINDS).flatMap(([since, kinds]) =>
    Number(since) <= version ? kinds : [],
  )
  return [
    ...[1, 2, 3].map((id) => ({ kind: 'event' as const, row: { id, ...event(id) } })),
    { kind: 'session', row: sampleState() },
    ...kinds.flatMap((kind) =>
      [1, 2, 3].map((n) => {
        const { record } = sampleWrite(kind, { id: `id-${n}`, at: instant(n) })
        return { kind, row: record } as StoreRow
      }),
    ),
  ]
}

const event = (n: number) => sampleEvent({ at: instant(n), key: `key-${n}`, body: { n } })

async function insert(connection: SqlConnection, { kind, row }: StoreRow): Promise<void> {
  const put = (table: string, values: Readonly<Record<string, string | number | null>>) => {
    const names = Object.keys(values)
    const marks = names.map(() => '?').join(', ')
    const into = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`
    return connection.run(into, Object.values(values))
  }
  if (kind === 'event') {
    const { id, at, sessionId, key, body } = row
    const text = JSON.stringify(body)
    await put('events', { id, at, kind: row.kind, session_id: sessionId, key, body: text })
  } else if (kind === 'session') {
    const { sessionId, updatedAt } = row
    await put('sessions', { id: sessionId, at: updatedAt, body: JSON.stringify(row) })
  } else {
    const { columns, body } = toStoredRecord({ kind, record: row } as never)
    const { id, session_id, subject, state, at } = columns
    await put(tables[kind].name, { id, session_id, subject, state, at, body })
  }
}
