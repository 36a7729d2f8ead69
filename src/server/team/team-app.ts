/**
 * The HTTP side of a team's server. A token says who asks, in which projects and what they may do. A
 * request may name one of them, and one to another project finds nothing. Bodies are bounded and held
 * against their contracts; whatever fails is a problem document, and nothing of a failure of ours goes
 * out.
 */
import { Hono } from 'hono'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { ALL_PROJECTS } from '../../schema/api/team.js'
import { ReflectError } from '../../schema/error.js'
import type { TeamMember } from '../../store/postgres/team-access.js'
import { COMMON_HEADERS } from '../http/headers.js'
import { pageFileFor } from '../http/page-files.js'
import { HttpError, problemOf } from '../http/problem-of.js'
import { findMember, memberIn } from './find-member.js'
import { join, leave, openPage } from './let-in.js'
import { accessRoutes } from './routes/access-routes.js'
import { proposalRoutes } from './routes/proposal-routes.js'
import { rowRoutes } from './routes/row-routes.js'
import { settingsRoutes } from './routes/settings-routes.js'
import { openTeamLive } from './team-live.js'
import { mayAsk } from './team-route.js'
import type { TeamAppOptions, TeamRoute, TeamRoutes } from './team-route.js'

const API = '/api/team/v1'

/** Everything that a token opens. One comes of an invite, of a link to the page, or of `POST /tokens`. */
export const teamRoutes: TeamRoutes = {
  ...rowRoutes,
  ...accessRoutes,
  ...proposalRoutes,
  ...settingsRoutes,
}

export interface TeamApp {
  fetch: Hono['fetch']
  /** Ends what pages watch. */
  close(): void
}

export function openTeamApp(options: TeamAppOptions): TeamApp {
  const app = new Hono()
  const { metrics, version, isDraining, database, now, log, page } = options
  const live = openTeamLive(database, now, log)
  app.use(async (context, next) => {
    await next()
    const { method } = context.req
    metrics.countRequest({ method, route: routePath(context), status: context.res.status })
    for (const [name, value] of Object.entries(COMMON_HEADERS)) context.res.headers.set(name, value)
    if (!context.res.headers.has('cache-control')) {
      context.res.headers.set('cache-control', 'no-store')
    }
  })
  app.get('/healthz', (context) => context.json({ status: 'ok', version }))
  app.get('/readyz', async (context) => {
    const isReady = !isDraining() && (await database.isUp())
    return context.json({ status: isReady ? 'ready' : 'not ready' }, isReady ? 200 : 503)
  })
  app.get('/metrics', async (context) => {
    const { type, text } = await metrics.toText()
    return context.body(text, 200, { 'content-type': type })
  })
  app.post(`${API}/join`, async (context) => context.json(await join(context, options)))
  app.post(`${API}/leave`, async (context) => context.json(await leave(context, options)))
  app.post(`${API}/login`, async (context) => context.json(await openPage(context, options)))
  for (const [name, route] of Object.entries(teamRoutes)) {
    const [method = '', path = ''] = name.split(' ')
    app.on(method, [`${API}${path}`, `${API}/projects/:project${path}`], async (context) => {
      const member = await allowedMember(context, options, route)
      return context.json((await route.answer({ context, member, options })) as object)
    })
  }
  app.on('GET', [`${API}/live`, `${API}/projects/:project/live`], async (context) => {
    const { project } = await allowedMember(context, options, { needs: 'read' })
    const known = context.req.header('last-event-id')
    const after = known !== undefined && /^\d{1,15}$/.test(known) ? Number(known) : null
    const mayStay = () => findMember(context, options).then(Boolean, isOurFailure)
    const stream = await live.watch(project, after, mayStay)
    if (stream !== null) return context.body(stream, 200, LIVE_HEADERS)
    throw new HttpError(503, 'store-unavailable', 'Too many pages watch')
  })
  app.get('*', (context) => {
    const { pathname } = new URL(context.req.url)
    const file = pathname.startsWith('/api/') ? null : pageFileFor(page, pathname)
    if (file === null) throw new HttpError(404, 'not-found', 'There is nothing here')
    const cache = file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
    return context.body(file.body, 200, { 'content-type': file.type, 'cache-control': cache })
  })
  app.notFound(() => {
    throw new HttpError(404, 'not-found', 'There is nothing here')
  })
  app.onError((error) => toRefusal(error, options))
  return { fetch: app.fetch, close: () => live.close() }
}

const LIVE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** A database that does not answer says nothing about a token. */
const isOurFailure = (error: unknown): boolean => problemOf(error).status !== 401

async function allowedMember(
  context: Context,
  options: TeamAppOptions,
  { needs, isForAll = undefined }: Pick<TeamRoute, 'needs' | 'isForAll'>,
): Promise<TeamMember> {
  const named = context.req.param('project')
  const found = await findMember(context, options)
  options.quotas.take('requests of a token', found.tokenId, 1)
  const member = await memberIn(named, found, options.database)
  if (!mayAsk(member.role, needs)) {
    throw new HttpError(403, 'forbidden', `The role ${member.role} does not let you do this`)
  }
  if (member.project !== ALL_PROJECTS || isForAll === true) return member
  throw new HttpError(400, 'payload-invalid', 'A token for all projects has to name one', {
    remedy: `Ask ${API}/projects/<project>/…`,
  })
}

function toRefusal(error: unknown, { log }: TeamAppOptions): Response {
  const problem = problemOf(error)
  const isOurs = problem.status >= 500
  if (isOurs) log(`${problem.code}: ${describe(error)}`)
  // Where the database is, and what it says, is for whoever runs the server.
  const told =
    isOurs && error instanceof ReflectError ? { ...problem, detail: BUSY, remedy: null } : problem
  return new Response(JSON.stringify(told), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(error instanceof HttpError ? error.headers : {}),
    },
  })
}

const BUSY = 'The server can’t use its database now; its log says why'

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
