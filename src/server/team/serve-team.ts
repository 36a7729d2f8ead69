/**
 * A team's server on one PostgreSQL. It keeps nothing of its own: several run side by side behind any
 * load balancer, and each may be killed at any moment.
 */
import type { Server as HttpServer } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type {
  CreatedTeamProject,
  ServedTeam,
  ServeTeamInput,
  TeamOperatorInput,
  TeamProjectInput,
} from '../../wiring/programs.js'
import { openPgBossQueue } from '../../queue/pg-boss.js'
import type { PgBossQueue } from '../../queue/pg-boss.js'
import { ALL_PROJECTS } from '../../schema/api/team.js'
import { ShownName } from '../../schema/shown-name.js'
import { openPostgres } from '../../store/postgres.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import { randomHex } from '../../util/random-hex.js'
import { newSecret } from '../access/token-file.js'
import { readPageFiles } from '../http/page-files.js'
import type { PageFile } from '../http/page-files.js'
import { listen } from '../listen.js'
import { LEASE_MS, startDueWork, TEAM_JOBS } from './due-work.js'
import { PAGE_LINK_MS } from './routes/access-routes.js'
import { openTeamApp } from './team-app.js'
import { openQuotas } from './quota.js'
import { openTeamMetrics } from './team-metrics.js'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 40_000
const KEEP_ALIVE_MS = 65_000
/** How long requests under way have when the server is told to end. */
const DRAIN_MS = 10_000
const SWEEP_MS = 50
/** A machine waits 15 seconds for an answer: what the database is asked for takes less, or fails. */
const STATEMENT_MS = 8000
const INVITE_DAYS = 7

export async function serveTeam(input: ServeTeamInput): Promise<ServedTeam> {
  const { address, now, log, version, publicUrl } = input
  const database = await openPostgres(input.databaseUrl, { statementTimeoutMs: STATEMENT_MS })
  const queue = await openQueue(input).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  let draining = false
  const isDraining = () => draining
  const { connections } = database
  const metrics = openTeamMetrics({ connections, countWaiting: queue.countWaiting })
  const page = teamPage(input.pageDir)
  const app = openTeamApp({
    database,
    metrics,
    quotas: openQuotas(now),
    now,
    isDraining,
    version,
    publicUrl,
    page,
    log,
  })
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
  }) as HttpServer
  try {
    const port = await listen(server, address)
    const work = startDueWork({ database, queue, metrics, now, log })
    return {
      port,
      async close() {
        draining = true
        app.close()
        await drain(server)
        await work.stop()
        await queue.close()
        await database.close()
      },
    }
  } catch (error) {
    await queue.close()
    await database.close()
    throw error
  }
}

const openQueue = ({ databaseUrl, log }: ServeTeamInput): Promise<PgBossQueue> =>
  openPgBossQueue({
    url: databaseUrl,
    kinds: TEAM_JOBS,
    leaseMs: LEASE_MS,
    onError: (error) => log(`The queue: ${(error as Error).message}`),
  })

/** The built page has two entries; here every address of a page leads to the team's. */
function teamPage(dir: string | null): ReadonlyMap<string, PageFile> {
  const files = new Map(readPageFiles(dir))
  const entry = files.get('/team.html')
  files.delete('/index.html')
  if (entry !== undefined) files.set('/index.html', entry)
  return files
}

/** No new connections; what is under way may end, for a while. */
async function drain(server: HttpServer): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  // A connection whose request has ended would stay open for the next one.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(sweep)
  clearTimeout(late)
}

/** Makes a project, or finds one without an owner; the code makes a person its owner. */
export const createTeamProject = (input: TeamProjectInput): Promise<CreatedTeamProject> =>
  atDatabase(input, async (database, { code, now }) => {
    const { project } = input
    const expiresAt = new Date(now.getTime() + INVITE_DAYS * 86_400_000).toISOString()
    const made = { code, project, role: 'owner', actor: null, expiresAt } as const
    const { isNew } = await database.access.createProject({ ...made, now: now.toISOString() })
    return { code, isNew }
  })

/** Returns a code that opens the page of every project, once, for whoever runs the server. */
export const linkTeamPage = (input: TeamOperatorInput): Promise<string> =>
  atDatabase(input, async (database, { code, now }) => {
    const expiresAt = new Date(now.getTime() + PAGE_LINK_MS).toISOString()
    const operator = { person: randomHex(8), name: shownName(input.name), role: 'owner' } as const
    await database.access.linkPage({ code, project: ALL_PROJECTS, ...operator, expiresAt })
    return code
  })

const shownName = (name: string | null): string => {
  const read = ShownName.safeParse(name)
  return read.success ? read.data : 'operator'
}

async function atDatabase<T>(
  { databaseUrl, now }: Pick<TeamProjectInput, 'databaseUrl' | 'now'>,
  work: (database: PostgresDatabase, made: { code: string; now: Date }) => Promise<T>,
): Promise<T> {
  const database = await openPostgres(databaseUrl, { maxConnections: 1 })
  try {
    return await work(database, { code: newSecret(), now: now() })
  } finally {
    await database.close()
  }
}
