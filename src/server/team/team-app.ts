/**
 * The HTTP side of a team's server. A token says who asks, in which project and what they may do; no
 * route takes the name of a project. Bodies are bounded and held against their contracts; whatever
 * fails is a problem document, and nothing of a failure of ours goes out.
 */
import { Hono } from 'hono'
import type { Context } from 'hono'
import * as team from '../../schema/api/team.js'
import type { TeamRole } from '../../schema/api/team.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import type { TeamMember } from '../../store/postgres/team-access.js'
import { randomHex } from '../../util/random-hex.js'
import { newSecret } from '../access/token-file.js'
import { COMMON_HEADERS } from '../http/headers.js'
import { HttpError, problemOf } from '../http/problem-of.js'
import { readBody } from '../http/read-body.js'
import { checkPart, typedTexts } from '../http/read-request.js'
import { pageFileFor } from '../http/page-files.js'
import type { PageFile } from '../http/page-files.js'
import { readActivity } from './read-activity.js'
import { openTeamLive } from './team-live.js'
import type { TeamMetrics } from './team-metrics.js'
import { readFacts, readSessions, takeRows } from './take-rows.js'

export interface TeamAppOptions {
  database: PostgresDatabase
  metrics: TeamMetrics
  now(): Date
  /** Whether the server is about to end: new work goes to another one. */
  isDraining(): boolean
  version: string
  /** The files of the built page; none serves no page. */
  page: ReadonlyMap<string, PageFile>
  /** Told of failures of ours. */
  log(line: string): void
}

type Permission = 'add' | 'read' | 'manage'

const CAN: Readonly<Record<TeamRole, readonly Permission[]>> = {
  owner: ['add', 'read', 'manage'],
  member: ['add', 'read'],
  viewer: ['read'],
  ingest: ['add'],
}

interface Asked {
  context: Context
  member: TeamMember
  options: TeamAppOptions
}

interface Route {
  needs: Permission
  answer(asked: Asked): Promise<unknown>
}

const API = '/api/team/v1'
const LIMITS = { maxBytes: 4 * 1024 * 1024, timeoutMs: 30_000 }
const TOKEN_DAYS = 365
const AUDIT_PAGE = 100
const LINK_MS = 5 * 60_000
/** How long a browser stays in. */
const PAGE_MS = 12 * 3_600_000

const beforeOf = ({ req }: Context): number | undefined =>
  checkPart('query', team.TeamPageQuery, typedTexts(team.TeamPageQuery, req.query())).before

/** The first name that a person had. */
async function namesOf(database: PostgresDatabase, project: string) {
  const tokens = await database.access.listTokens(project)
  const names = new Map(tokens.map(({ person, name }) => [person, name]))
  return (person: string): string => names.get(person) ?? person
}

/** Everything that a token opens. `POST /join` is the one way to get one. */
export const teamRoutes: Readonly<Record<string, Route>> = {
  'POST /rows': {
    needs: 'add',
    async answer({ context, member, options }) {
      const batch = checkPart('body', team.TeamBatch, await readBody(context.req.raw, LIMITS))
      const { project, person, name } = member
      const store = await options.database.openStore({ project, author: name })
      const receipt = await takeRows(store, person, batch, options.now().toISOString())
      options.metrics.countRows(receipt)
      return receipt
    },
  },
  'GET /facts': {
    needs: 'read',
    async answer({ context, member, options }) {
      const { after } = checkPart(
        'query',
        team.TeamFactsQuery,
        typedTexts(team.TeamFactsQuery, context.req.query()),
      )
      const store = await options.database.openStore({ project: member.project })
      return readFacts(store, member.person, after)
    },
  },
  'GET /sessions': {
    needs: 'read',
    async answer({ member: { project }, options: { database } }) {
      const names = await namesOf(database, project)
      return readSessions(await database.openStore({ project }), names)
    },
  },
  'GET /me': {
    needs: 'read',
    answer: async ({ member: { project, person, name, role } }) => ({
      project,
      person,
      name,
      role,
    }),
  },
  'GET /activity': {
    needs: 'read',
    async answer({ context, member: { project }, options: { database } }) {
      const names = await namesOf(database, project)
      const store = await database.openStore({ project })
      return readActivity(store, names, beforeOf(context))
    },
  },
  'POST /links': {
    needs: 'read',
    async answer({ member: { project, person, name, role }, options: { database, now } }) {
      const expiresAt = new Date(now().getTime() + LINK_MS).toISOString()
      const code = newSecret()
      await database.access.linkPage({ code, project, person, name, role, expiresAt })
      return { code, expiresAt }
    },
  },
  'POST /invites': {
    needs: 'manage',
    async answer({ context, member: { project, person }, options }) {
      const body = await readBody(context.req.raw, LIMITS)
      const { role, days } = checkPart('body', team.NewTeamInvite, body)
      const now = options.now()
      const invite = { code: newSecret(), role, expiresAt: later(now, days) }
      const made = { ...invite, project, actor: person, now: now.toISOString() }
      await options.database.access.invite(made)
      return invite
    },
  },
  'GET /tokens': {
    needs: 'manage',
    answer: async ({ member: { project }, options }) => ({
      project,
      tokens: await options.database.access.listTokens(project),
    }),
  },
  'DELETE /tokens/:id': {
    needs: 'manage',
    async answer({ context, member: { project, person }, options }) {
      const id = context.req.param('id') ?? ''
      const asked = { project, id, actor: person, now: options.now().toISOString() }
      if (await options.database.access.revoke(asked)) return {}
      throw new HttpError(404, 'not-found', 'There is no such token that still lets anybody in')
    },
  },
  'GET /audit': {
    needs: 'manage',
    answer: async ({ context, member: { project }, options }) => {
      const before = beforeOf(context)
      const asked = before === undefined ? {} : { before }
      return options.database.access.listAudit(project, { ...asked, limit: AUDIT_PAGE })
    },
  },
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
    metrics.countRequest(context.req.method, context.res.status)
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
  app.get('/metrics', (context) => context.text(metrics.toText()))
  app.post(`${API}/join`, async (context) => context.json(await join(context, options)))
  app.post(`${API}/login`, async (context) => context.json(await openPage(context, options)))
  for (const [name, { needs, answer }] of Object.entries(teamRoutes)) {
    const [method = '', path = ''] = name.split(' ')
    app.on(method, `${API}${path}`, async (context) => {
      const member = await allowedMember(context, options, needs)
      return context.json((await answer({ context, member, options })) as object)
    })
  }
  app.get(`${API}/live`, async (context) => {
    const { project } = await allowedMember(context, options, 'read')
    const known = context.req.header('last-event-id')
    const after = known !== undefined && /^\d{1,15}$/.test(known) ? Number(known) : null
    const mayStay = () => memberOf(context, options).then(Boolean, isOurFailure)
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

async function openPage(
  context: Context,
  { database, now }: TeamAppOptions,
): Promise<team.TeamJoined> {
  const body = await readBody(context.req.raw, LIMITS)
  const { code } = checkPart('body', team.TeamPageLogin, body)
  const token = `rt_${newSecret()}`
  const expiresAt = new Date(now().getTime() + PAGE_MS).toISOString()
  const at = { now: now().toISOString(), expiresAt }
  const member = await database.access.openPage({ code, token, tokenId: randomHex(8), ...at })
  if (member === null) {
    throw new HttpError(401, 'unauthorized', 'This link was used already, or is too old', {
      remedy: 'reflect team page',
    })
  }
  const { project, person, role } = member
  return { token, project, person, role, expiresAt }
}

async function allowedMember(
  context: Context,
  options: TeamAppOptions,
  needs: Permission,
): Promise<TeamMember> {
  const member = await memberOf(context, options)
  if (CAN[member.role].includes(needs)) return member
  throw new HttpError(403, 'forbidden', `The role ${member.role} does not let you do this`)
}

async function join(context: Context, { database, now }: TeamAppOptions): Promise<team.TeamJoined> {
  const body = await readBody(context.req.raw, LIMITS)
  const { code, name } = checkPart('body', team.TeamJoin, body)
  const token = `rt_${newSecret()}`
  const expiresAt = later(now(), TOKEN_DAYS)
  const [tokenId, person] = [randomHex(8), randomHex(8)]
  const at = { now: now().toISOString(), expiresAt }
  const member = await database.access.join({ code, token, tokenId, person, name, ...at })
  if (member === null) {
    throw new HttpError(401, 'unauthorized', 'This invite was used already, or is too old', {
      remedy: 'Ask an owner of the project for a new one: `reflect team invite`.',
    })
  }
  return { token, project: member.project, person, role: member.role, expiresAt }
}

async function memberOf(context: Context, { database, now }: TeamAppOptions): Promise<TeamMember> {
  const header = context.req.header('authorization') ?? ''
  const token = /^Bearer (rt_[\w-]{43})$/i.exec(header)?.[1]
  const member =
    token === undefined ? null : await database.access.authenticate(token, now().toISOString())
  if (member !== null) return member
  throw new HttpError(401, 'unauthorized', 'A valid token is needed', {
    remedy: 'Log in with an invite: `reflect login <link>`.',
    headers: { 'www-authenticate': 'Bearer realm="reflectory"' },
  })
}

function toRefusal(error: unknown, { log }: TeamAppOptions): Response {
  const problem = problemOf(error)
  if (problem.status >= 500) log(`${problem.code}: ${describe(error)}`)
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(error instanceof HttpError ? error.headers : {}),
    },
  })
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const later = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString()
