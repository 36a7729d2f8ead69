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

/** Forward only, like SQLite's; each adds, and leaves what the versions before it read and write. */
const migrations: readonly (() => string[])[] = [
  createTables,
  createSums,
  createAccess,
  namePageLinks,
  keepByProject,
  createDigests,
  createProposals,
  shareByProject,
  createAcceptances,
  nameInviters,
  nameTokenMakers,
]

/**
 * The oldest version of the tables whose servers work with these. A migration that takes something
 * away raises it; as long as none does, servers of older versions go on, and start, beside newer ones.
 */
const OLDEST_SERVED = 1

// Compared as bytes, as SQLite does; that is also the quickest index.
const TEXT = 'TEXT COLLATE "C"'
const KEY = `project ${TEXT} NOT NULL, id ${TEXT} NOT NULL`

/** The project is in every key and leads every index: what one has costs another nothing. */
function createTables(): string[] {
  const ownership = `author ${TEXT}, visibility TEXT NOT NULL DEFAULT 'private'`
  return [
    `CREATE TABLE projects (id ${TEXT} PRIMARY KEY, last_event BIGINT NOT NULL DEFAULT 0)`,
    `CREATE TABLE events (project ${TEXT} NOT NULL, id BIGINT NOT NULL, at ${TEXT} NOT NULL, ` +
      `kind ${TEXT} NOT NULL, session_id ${TEXT}, key ${TEXT}, body TEXT NOT NULL, ` +
      'PRIMARY KEY (project, id), UNIQUE (project, key))',
    index('events', 'session_id', 'id'),
    index('events', 'kind', 'id'),
    index('events', 'at', 'id'),
    `CREATE TABLE sessions (${KEY}, at ${TEXT} NOT NULL, body TEXT NOT NULL, ${ownership}, PRIMARY KEY (project, id))`,
    index('sessions', 'at', 'id'),
    `CREATE TABLE cache (${KEY}, at ${TEXT} NOT NULL, body TEXT NOT NULL, PRIMARY KEY (project, id))`,
    index('cache', 'at', 'id'),
    ...Object.values(tables).flatMap(({ name, asked }) => [
      `CREATE TABLE ${name} (${KEY}, session_id ${TEXT}, subject ${TEXT}, state ${TEXT}, ` +
        `at ${TEXT} NOT NULL, body TEXT NOT NULL, ${ownership}, PRIMARY KEY (project, id))`,
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
    `CREATE TABLE tokens (id ${TEXT} PRIMARY KEY, digest TEXT NOT NULL UNIQUE, ` +
      `project ${TEXT} NOT NULL, person ${TEXT} NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, ` +
      `created_at ${TEXT} NOT NULL, expires_at ${TEXT} NOT NULL, last_used_at ${TEXT}, ` +
      `revoked_at ${TEXT})`,
    index('tokens', 'created_at', 'id'),
    `CREATE TABLE audit (project ${TEXT} NOT NULL, id BIGINT GENERATED ALWAYS AS IDENTITY, ` +
      `at ${TEXT} NOT NULL, actor ${TEXT}, action TEXT NOT NULL, subject TEXT NOT NULL, ` +
      'PRIMARY KEY (project, id))',
  ]
}

/** A link to the page is an invite that brings back who asked for it. */
function namePageLinks(): string[] {
  return [
    `ALTER TABLE invites ADD COLUMN person ${TEXT}`,
    'ALTER TABLE invites ADD COLUMN name TEXT',
  ]
}

/** For how many days rows are kept; a project that says nothing has the default. */
function keepByProject(): string[] {
  return ['ALTER TABLE projects ADD COLUMN keep_days INTEGER']
}

/** One a week for each project; the week is named by its Monday. */
function createDigests(): string[] {
  return [
    `CREATE TABLE digests (project ${TEXT} NOT NULL, week ${TEXT} NOT NULL, body TEXT NOT NULL, PRIMARY KEY (project, week))`,
  ]
}

/** What members propose to each other; one that is withdrawn is gone. */
function createProposals(): string[] {
  return [
    `CREATE TABLE proposals (${KEY}, person ${TEXT} NOT NULL, at ${TEXT} NOT NULL, why TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (project, id))`,
  ]
}

/** Whether a project takes messages; one that says nothing takes records alone. */
function shareByProject(): string[] {
  return ['ALTER TABLE projects ADD COLUMN share TEXT']
}

/** Who took a proposal over; it goes with the proposal. */
function createAcceptances(): string[] {
  return [
    `CREATE TABLE acceptances (${KEY}, person ${TEXT} NOT NULL, at ${TEXT} NOT NULL, ` +
      'PRIMARY KEY (project, id, person), FOREIGN KEY (project, id) REFERENCES proposals (project, ' +
      'id) ON DELETE CASCADE)',
  ]
}

/** Who made an invite: those that are open end with the one who made them. */
function nameInviters(): string[] {
  return [`ALTER TABLE invites ADD COLUMN made_by ${TEXT}`]
}

/** Who made a token for a machine: it ends with them. */
function nameTokenMakers(): string[] {
  return [`ALTER TABLE tokens ADD COLUMN made_by ${TEXT}`]
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
  const { rows } = await run('SELECT id, value FROM meta')
  const meta = new Map(rows.map(({ id, value }) => [id, Number(value)]))
  const version = meta.get('schema_version') ?? 0
  refuseNewer(version, meta.get('oldest_served') ?? version, server.where)
  const missing = migrations.slice(version)
  // A table of years takes longer than any request may.
  await run('SET LOCAL statement_timeout = 0')
  for (const text of missing.flatMap((make) => make())) {
    await run({ text, query_timeout: LONGEST_STATEMENT_MS })
  }
  if (version <= migrations.length) {
    await run({ text: PUT_META, values: ['schema_version', String(migrations.length)] })
    await run({ text: PUT_META, values: ['oldest_served', String(OLDEST_SERVED)] })
  }
  await run('COMMIT')
}

const LONGEST_STATEMENT_MS = 3_600_000
const PUT_META =
  'INSERT INTO meta (id, value) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET value = excluded.value'

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

function refuseNewer(version: number, oldestServed: number, where: string): void {
  if (version <= migrations.length || oldestServed <= migrations.length) return
  throw new ReflectError(
    'store-newer',
    `${where} was written by a newer Reflectory (schema ${version}; this one knows ${migrations.length})`,
    { remedy: 'Update this installation: `npm install -g reflectory@latest`.' },
  )
}
