/**
 * A team's server on one PostgreSQL. It keeps nothing of its own: several run side by side behind any
 * load balancer, and each may be killed at any moment.
 */
import type { Server as HttpServer } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { ServedTeam, ServeTeamInput, TeamProjectInput } from '../../programs.js'
import { openPostgres } from '../../store/postgres.js'
import { newSecret } from '../access/token-file.js'
import { readPageFiles } from '../http/page-files.js'
import type { PageFile } from '../http/page-files.js'
import { listen } from '../listen.js'
import { startDueWork } from './due-work.js'
import { openTeamApp } from './team-app.js'
import { openTeamMetrics } from './team-metrics.js'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 40_000
const KEEP_ALIVE_MS = 65_000
/** How long requests under way have when the server is told to end. */
const DRAIN_MS = 10_000
const SWEEP_MS = 50
const INVITE_DAYS = 7

export async function serveTeam(input: ServeTeamInput): Promise<ServedTeam> {
  const { address, now, log, version } = input
  const database = await openPostgres(input.databaseUrl)
  let draining = false
  const isDraining = () => draining
  const metrics = openTeamMetrics()
  const page = teamPage(input.pageDir)
  const app = openTeamApp({ database, metrics, now, isDraining, version, page, log })
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
    const work = startDueWork({ database, now, log })
    return {
      port,
      async close() {
        draining = true
        app.close()
        await drain(server)
        await work.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

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

/** Makes a project; returns the code that makes a person its owner. */
export async function createTeamProject(input: TeamProjectInput): Promise<string> {
  const database = await openPostgres(input.databaseUrl, { maxConnections: 1 })
  const now = input.now()
  const code = newSecret()
  try {
    await database.access.createProject({
      code,
      project: input.project,
      role: 'owner',
      actor: null,
      now: now.toISOString(),
      expiresAt: new Date(now.getTime() + INVITE_DAYS * 86_400_000).toISOString(),
    })
    return code
  } finally {
    await database.close()
  }
}
