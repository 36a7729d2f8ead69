/**
 * Stores on one PostgreSQL, which many projects and many servers share. An address comes in; tables are
 * made in a schema of their own. Each store sees the rows of one project, and there is no other way in.
 */
import { hideHome } from '../safety/home-path.js'
import type { Store } from '../store.js'
import { openAnnouncer } from './postgres/announce.js'
import { ask, onClient } from './postgres/ask.js'
import { copyStore } from './postgres/copy-store.js'
import type { CopiedStore, CopyStoreInput } from './postgres/copy-store.js'
import type { PostgresServer } from './postgres/ask.js'
import { openKeptDigests } from './postgres/kept-digests.js'
import type { KeptDigests } from './postgres/kept-digests.js'
import { migratePostgres, SCHEMA } from './postgres/migrate.js'
import { loadPg } from './postgres/pg-library.js'
import type { PgClient } from './postgres/pg-library.js'
import { PostgresDriver } from './postgres/postgres-driver.js'
import { openTeamAccess } from './postgres/team-access.js'
import type { TeamAccess } from './postgres/team-access.js'
import { openTeamPeople } from './postgres/team-people.js'
import type { TeamPeople } from './postgres/team-people.js'
import { openTeamProposals } from './postgres/team-proposals.js'
import type { TeamProposalTable } from './postgres/team-proposals.js'
import { SqlStore } from './sql/sql-store.js'
import type { SqlStoreOptions } from './sql/sql-store.js'

/** How a database is used. */
export interface PostgresOptions {
  /** Connections at most. Who finds none free waits for one. @default 10 */
  maxConnections?: number
  /** How long to wait for a connection. @default 5000 */
  connectTimeoutMs?: number
  /** How long to wait for another server that writes to the same project. @default 5000 */
  lockTimeoutMs?: number
  /** How long one statement may take. @default 15000 */
  statementTimeoutMs?: number
}

/** Whose rows a store has. */
export interface PostgresStoreOptions extends SqlStoreOptions {
  project: string
  /** The home directory, for which `~` is stored. @default hides none: a server's is not the author's */
  home?: string
}

/** One database, and the way to the projects in it. */
export interface PostgresDatabase {
  /** The rows of one project, which is made when it is new. */
  openStore(options: PostgresStoreOptions): Promise<Store>
  /** A store's rows into a project of its own: again and again, with the same end. */
  copyStore(input: CopyStoreInput): Promise<CopiedStore>
  listProjectNames(): Promise<string[]>
  /** Called when any server added to a project's log; with null when it may have been any project. */
  subscribe(onAdded: (project: string | null) => void): () => void
  /** Who may come in over the network. */
  access: TeamAccess
  digests: KeptDigests
  /** What of the pool is in use, and who waits for it. */
  connections(): { inUse: number; idle: number; waiting: number }
  /** What members propose to each other. */
  proposals: TeamProposalTable
  people: TeamPeople
  /** Whether the server answers, and takes what is written. */
  isUp(): Promise<boolean>
  /** Waits for what runs. */
  close(): Promise<void>
}

const LOCK_TIMEOUT_MS = 5000
/** A write, because a full disk and a replica read well. */
const IS_UP = {
  text: `INSERT INTO meta (id, value) VALUES ('ready', now()::text) ON CONFLICT (id) DO UPDATE SET value = excluded.value`,
  query_timeout: 2000,
}
/** Who began to write and went silent keeps others from the project no longer than this. */
const SILENT_MS = 60_000

/** Opens a database, and brings its tables to this version. */
export async function openPostgres(
  url: string,
  options: PostgresOptions = {},
): Promise<PostgresDatabase> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS } = options
  const pool = openPool(url, { ...options, lockTimeoutMs })
  const announcer = openAnnouncer(pool, () => openPool(url, { maxConnections: 1, lockTimeoutMs }))
  const { announce, subscribe } = announcer
  const server = { pool, where: addressOf(url), turns: new Map(), lockTimeoutMs, announce }
  const known = new Set<string>()
  try {
    await onClient(server, (client) => migratePostgres(server, client), done)
  } catch (error) {
    await server.pool.end()
    throw error
  }
  return {
    openStore: async (asked) => {
      if (!known.has(asked.project)) await makeProject(server, asked.project)
      known.add(asked.project)
      return toStore(server, asked)
    },
    async copyStore(input) {
      await makeProject(server, input.project)
      return copyStore(input, toStore(server, { project: input.project }))
    },
    listProjectNames: () => listProjectNames(server),
    access: openTeamAccess(server),
    digests: openKeptDigests(server),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    proposals: openTeamProposals(server),
    people: openTeamPeople(server),
    isUp: () => onClient(server, (client) => ask(server, client, IS_UP), isTrue).catch(isFalse),
    subscribe,
    close: async () => {
      await announcer.close()
      await server.pool.end()
    },
  }
}

function openPool(
  url: string,
  {
    maxConnections = 10,
    connectTimeoutMs = 5000,
    lockTimeoutMs,
    statementTimeoutMs = 15_000,
  }: PostgresOptions & { lockTimeoutMs: number },
): PostgresServer['pool'] {
  const { Pool } = loadPg()
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // The server's own time-out does not reach us through a cut network.
    query_timeout: statementTimeoutMs + 2000,
    idle_in_transaction_session_timeout: SILENT_MS,
    keepAlive: true,
    application_name: 'reflectory',
    options: `-c search_path=${SCHEMA}`,
  })
  pool.on('error', ignore)
  pool.on('connect', (client: PgClient) => client.on('error', ignore))
  return pool
}

async function makeProject(server: PostgresServer, project: string): Promise<void> {
  const text = 'INSERT INTO projects (id) VALUES ($1) ON CONFLICT DO NOTHING'
  await onClient(server, (client) => ask(server, client, { text, values: [project] }), done)
}

function toStore(
  server: PostgresServer,
  { project, home = '', author = null }: PostgresStoreOptions,
): SqlStore {
  return new SqlStore(new PostgresDriver(server, { project, hide: hideHome(home) }), { author })
}

async function listProjectNames(server: PostgresServer): Promise<string[]> {
  const text = 'SELECT id FROM projects ORDER BY id'
  const { rows } = await onClient(server, (client) => ask(server, client, text), second)
  return rows.map(({ id }) => String(id))
}

const second = async <T>(_: unknown, result: T): Promise<T> => result
const done = async () => undefined
const isTrue = async () => true
const isFalse = () => false

/** A connection may die while no statement runs on it; the next one to use it is told. */
const ignore = () => undefined

/** The address as it may be shown: without user, password and parameters. */
function addressOf(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    const host = hostname === '' ? (searchParams.get('host') ?? '') : hostname
    return `postgres://${host}${port === '' ? '' : `:${port}`}${pathname}`
  } catch {
    return 'PostgreSQL'
  }
}
