import { ReflectError } from '../../schema/error.js'
import { lessonText } from '../sql/search-lessons.js'
import { memoryText } from '../sql/search-memory.js'
import { tables } from '../sql/tables.js'
import { ask } from './ask.js'
import type { PostgresServer } from './ask.js'
import type { PgClient } from './pg-library.js'
import { createTextFunctions, createTextIndex } from './text-index.js'

/** Everything of ours lies in one schema, so that a database may hold other things too. */
export const SCHEMA = 'reflectory'

const OLDEST_SERVER = 140_000

/** Forward only, like SQLite's; each leaves what the version before it reads and writes. */
const migrations: readonly (() => string[])[] = [
  createTables,
  createSums,
  createAccess,
  namePageLinks,
]

// Compared as bytes, as SQLite does; that is also the quickest index.
const TEXT = 'TEXT COLLATE "C"'
const KEY = `project ${TEXT} NOT NULL, id ${TEXT} NOT NULL`

/** The project is in every key and leads every index: what one has costs another nothing. */
function createTables(): string[] {
  const ownership = `author ${TEXT}, visibility TEXT NOT NULL DEFAULT 'private'`
  return [
    `CREATE TABLE projects (id ${TEXT} PRIMARY KEY, last_event BIGINT NOT NULL DEFAULT 0)`,
    `CREATE TABLE events (project ${TEXT} NOT NULL, id BIGINT NOT NULL, at ${TEXT} NOT NULL, kind ${TEXT} NOT NULL, session_id ${TEXT}, key ${TEXT}, body TEXT NOT NULL, PRIMARY KEY (project, id), UNIQUE (project, key))`,
    index('events', 'session_id', 'id'),
    index('events', 'kind', 'id'),
    index('events', 'at', 'id'),
    `CREATE TABLE sessions (${KEY}, at ${TEXT} NOT NULL, body TEXT NOT NULL, ${ownership}, PRIMARY KEY (project, id))`,
    index('sessions', 'at', 'id'),
    `CREATE TABLE cache (${KEY}, at ${TEXT} NOT NULL, body TEXT NOT NULL, PRIMARY KEY (project, id))`,
    index('cache', 'at', 'id'),
    ...Object.values(tables).flatMap(({ name, asked }) => [
      `CREATE TABLE ${name} (${KEY}, session_id ${TEXT}, subject ${TEXT}, state ${TEXT}, at ${TEXT} NOT NULL, body TEXT NOT NULL, ${ownership}, PRIMARY KEY (project, id))`,
      index(name, 'at', 'id'),
      ...asked.map((column) => index(name, column, 'at', 'id')),
    ]),
    ...createTextFunctions,
    ...createTextIndex(tables.lesson.name, lessonText, SCHEMA),
    ...createTextIndex(tables.memory.name, memoryText, SCHEMA),
  ]
}

function createSums(): string[] {
  return [
    `CREATE TABLE sums (${KEY}, kind ${TEXT} NOT NULL, at ${TEXT} NOT NULL, place ${TEXT}, body TEXT NOT NULL, PRIMARY KEY (project, id))`,
    'CREATE INDEX sums_at ON sums (project, kind, at, id)',
    'CREATE INDEX sums_place ON sums (project, kind, place)',
  ]
}

/** Who may come in. Of a token or an invitation only a digest is kept. */
function createAccess(): string[] {
  return [
    `CREATE TABLE invites (digest TEXT PRIMARY KEY, project ${TEXT} NOT NULL, role TEXT NOT NULL, expires_at ${TEXT} NOT NULL, used_at ${TEXT})`,
    `CREATE TABLE tokens (id ${TEXT} PRIMARY KEY, digest TEXT NOT NULL UNIQUE, project ${TEXT} NOT NULL, person ${TEXT} NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, created_at ${TEXT} NOT NULL, expires_at ${TEXT} NOT NULL, last_used_at ${TEXT}, revoked_at ${TEXT})`,
    index('tokens', 'created_at', 'id'),
    `CREATE TABLE audit (project ${TEXT} NOT NULL, id BIGINT GENERATED ALWAYS AS IDENTITY, at ${TEXT} NOT NULL, actor ${TEXT}, action TEXT NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (project, id))`,
  ]
}

/** A link to the page is an invite that brings back who asked for it. */
function namePageLinks(): string[] {
  return [
    `ALTER TABLE invites ADD COLUMN person ${TEXT}`,
    'ALTER TABLE invites ADD COLUMN name TEXT',
  ]
}

const index = (table: string, ...columns: string[]): string =>
  `CREATE INDEX ${table}_${columns[0]} ON ${table} (project, ${columns.join(', ')})`

/** Brings the database to this program's version; several servers may try at once. */
export async function migratePostgres(server: PostgresServer, client: PgClient): Promise<void> {
  const run = (query: Parameters<PgClient['query']>[0]) => ask(server, client, query)
  await refuseUnfit(run, server.where)
  await run('BEGIN')
  await run(`SELECT pg_advisory_xact_lock(hashtext('${SCHEMA}'))`)
  await run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
  await run('CREATE TABLE IF NOT EXISTS meta (id TEXT PRIMARY KEY, value TEXT NOT NULL)')
  const { rows } = await run(`SELECT value FROM meta WHERE id = 'schema_version'`)
  const version = Number(rows[0]?.['value'] ?? 0)
  refuseNewer(version, server.where)
  for (const statement of migrations.slice(version).flatMap((make) => make())) await run(statement)
  await run({
    text: `INSERT INTO meta (id, value) VALUES ('schema_version', $1) ON CONFLICT (id) DO UPDATE SET value = excluded.value`,
    values: [String(migrations.length)],
  })
  await run('COMMIT')
}

type Run = (query: string) => ReturnType<PgClient['query']>

async function refuseUnfit(run: Run, where: string): Promise<void> {
  const { rows } = await run(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
  )
  const { version, encoding } = rows[0] as { version: number; encoding: string }
  if (version < OLDEST_SERVER) {
    throw new ReflectError('store-unavailable', `${where} is older than PostgreSQL 14`, {
      remedy: 'Use PostgreSQL 14 or newer.',
    })
  }
  if (encoding === 'UTF8') return
  throw new ReflectError('store-unavailable', `${where} keeps its text as ${encoding}`, {
    remedy: 'Make a database with `createdb --encoding=UTF8` and name that one.',
  })
}

function refuseNewer(version: number, where: string): void {
  if (version <= migrations.length) return
  throw new ReflectError(
    'store-newer',
    `${where} was written by a newer Reflectory (schema ${version}; this one knows ${migrations.length})`,
    { remedy: 'Update this installation: `npm install -g reflectory@latest`.' },
  )
}
