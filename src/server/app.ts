/**
 * The HTTP side: a request comes in, is held against its contract and answered. In this order it is
 * refused: a foreign Host or Origin, no route, no token, a path, query or body that does not fit.
 * Whatever fails is a problem document; nothing of a failure of ours goes out.
 */
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { shownJson } from '../safety/control-characters.js'
import { routes } from '../schema/api/routes.js'
import type { RouteContract, RouteName } from '../schema/api/routes.js'
import { openGatekeeper } from './access/gatekeeper.js'
import type { Gatekeeper, Peer } from './access/gatekeeper.js'
import { connectionOf } from './access/peer-process.js'
import { readPeer } from './access/who-asks.js'
import { answers } from './api/answers.js'
import type { ApiDeps } from './api/api-deps.js'
import { listProjects } from './api/projects.js'
import { checkSender } from './http/check-sender.js'
import { COMMON_HEADERS } from './http/headers.js'
import { pageFileFor } from './http/page-files.js'
import type { PageFile } from './http/page-files.js'
import { HttpError, problemOf } from './http/problem-of.js'
import { readBody } from './http/read-body.js'
import type { BodyLimits } from './http/read-body.js'
import { checkPart, typedTexts } from './http/read-request.js'
import { openViewer } from './live/viewer.js'
import { toOpenApi } from './openapi.js'
import type { OpenedProject, Projects } from './projects.js'
import type { WhoAsks } from '../wiring/programs.js'

const API = '/api/v1'
/** Any project of this user; without it the one that is served. */
const IN_PROJECT = `${API}/projects/:project`
const JSON_HEADERS = { 'content-type': 'application/json' }

export interface AppOptions {
  projects: Projects
  /** Runs what is due in a project from now on; false when it did already. */
  serve(project: OpenedProject): Promise<boolean>
  now(): Date
  token: string
  /** The address that was asked for; loopback names are always fine. */
  boundHost: string
  /** The addresses of this machine. */
  interfaces(): string[]
  whoAsks: WhoAsks
  platform: NodeJS.Platform
  /** Called when a link was used. */
  onLogin(): void
  page: ReadonlyMap<string, PageFile>
  version: string
  limits: BodyLimits
  /** Told of failures of ours. */
  log(line: string): void
}

export interface App {
  /** With the connection that it came through, where there is one. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>
  /** A code for a link that lets one person in; `proof` shows that it is one. */
  newCode(proof: string | null): string
}

export function openApp(options: AppOptions): App {
  const gatekeeper = openGatekeeper(options.token, options.now)
  const app = new Hono()
  let description: ReturnType<typeof toOpenApi> | null = null
  app.use(async (context, next) => {
    const header = (name: string) => context.req.header(name) ?? null
    checkSender(
      { host: header('host'), origin: header('origin'), site: siteOf(context) },
      options.boundHost,
      options.interfaces,
    )
    await next()
  })
  app.get('/healthz', (context) => answerHealth(context, gatekeeper, options))
  app.get(`${API}/openapi.json`, (context) => {
    gatekeeper.check(context.req.header('authorization') ?? null)
    description ??= toOpenApi()
    return context.json(description)
  })
  for (const name of Object.keys(routes) as RouteName[]) addRoute(app, name, gatekeeper, options)
  app.all(`${API}/*`, (context) => refuseUnknown(context))
  app.get('*', (context) => answerPage(context, options.page))
  app.notFound((context) => refuseUnknown(context))
  app.onError((error) => toRefusal(error, options))
  return {
    fetch: async (request, bindings) => withCommonHeaders(await app.fetch(request, bindings)),
    newCode: gatekeeper.newCode,
  }
}

/** Following a link from another page to ours is fine; what the page then asks for is its own. */
function siteOf({ req }: Context): string | null {
  const isVisit = req.header('sec-fetch-mode') === 'navigate' && req.method === 'GET'
  return isVisit ? null : (req.header('sec-fetch-site') ?? null)
}

/** What is asked of all projects, or of none. */
const isForAll = (name: RouteName): boolean => /^\w+ \/(?:login|links|projects)\b/.test(name)

function addRoute(app: Hono, name: RouteName, gatekeeper: Gatekeeper, options: AppOptions): void {
  const contract: RouteContract = routes[name]
  const [method = '', path = ''] = name.split(' ')
  const place = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const places = isForAll(name) ? [API + place] : [API + place, IN_PROJECT + place]
  app.on(method, places, async (context) => {
    const isOpen = contract.open === true
    const session = isOpen ? null : gatekeeper.check(context.req.header('authorization') ?? null)
    const isDecision = contract.needsPerson === true
    const person = isDecision
      ? gatekeeper.checkPerson(session, await peerOf(context, options))
      : null
    const input = await readInput(context, contract, options)
    const project = await projectOf(context, options.projects)
    if (contract.ownProjectOnly === true && project !== options.projects.own) {
      gatekeeper.refuseAgent(await peerOf(context, options))
    }
    if (name === 'GET /live') {
      return answerLive(context, input.query as { after?: number }, project)
    }
    if (name === 'GET /projects') return context.json(await listProjects(options.projects))
    if (name === 'POST /projects/{id}/serve') {
      const asked = await knownProject((input.params as { id: string }).id, options.projects)
      if (asked.isImported) throw onlyRead(asked)
      return context.json({ id: asked.id, served: await options.serve(asked) })
    }
    if (name === 'POST /login') {
      const { code } = input.body as { code: string }
      const token = gatekeeper.redeem(code, await peerOf(context, options))
      options.onLogin()
      return context.json({ token })
    }
    if (name === 'POST /links') {
      const peer = await peerOf(context, options)
      const { proof } = session === null ? peer : gatekeeper.checkPerson(session, peer)
      return context.json({ code: gatekeeper.newCode(proof), person: proof !== null })
    }
    const answer = answers[name] as (input: unknown, deps: ApiDeps) => Promise<unknown>
    const deps = {
      ...project.deps,
      ...(person === null ? {} : { proof: `${person.proof}, in a browser` }),
    }
    const said = await answer(input, deps)
    if (person !== null) await noteDecision(name, input.params, deps)
    return context.body(shownJson(said), 200, JSON_HEADERS)
  })
}

const peerOf = ({ env }: Context, options: AppOptions): Promise<Peer> => {
  const socket = (env as Partial<HttpBindings> | undefined)?.incoming?.socket
  return readPeer(socket === undefined ? null : connectionOf(socket), options)
}

/** Which person decided, beside what was decided. It is done: a failure here takes nothing back. */
async function noteDecision(
  name: RouteName,
  params: unknown,
  { host, proof, log }: ApiDeps,
): Promise<void> {
  const at = host.now().toISOString()
  const body = { act: name, ...(params as object), proof }
  const event = { at, kind: 'person.decided', sessionId: null, key: null, body }
  const input = { sessionId: null, key: null }
  const note = () => ({ state: null, events: [event], writes: [], result: null })
  await host.store.transact(input, note).catch((error: unknown) => log(describe(error)))
}

async function projectOf({ req }: Context, projects: Projects): Promise<OpenedProject> {
  const id = req.param('project')
  return id === undefined ? projects.own : knownProject(id, projects)
}

async function knownProject(id: string, projects: Projects): Promise<OpenedProject> {
  const found = await projects.find(id)
  if (found !== null) return found
  throw new HttpError(404, 'not-found', `There is no project ${id.slice(0, 80)}`, {
    remedy: `${API}/projects lists those that there are.`,
  })
}

/** What was taken over from transcripts teaches nothing, runs nothing and goes to no one. */
const onlyRead = ({ name }: OpenedProject): HttpError =>
  new HttpError(409, 'usage', `${name} can only be looked at`, {
    remedy: 'Run `reflect serve` in the project itself.',
  })

async function readInput({ req }: Context, contract: RouteContract, { limits }: AppOptions) {
  const { params, query, body } = contract
  const { project: _, ...named } = req.param() as Record<string, string>
  const path = checkPart('path', params, typedTexts(params, named))
  const repeated = Object.entries(req.queries()).find(([, values]) => values.length > 1)
  if (repeated !== undefined) {
    throw new HttpError(400, 'usage', `The query names ${repeated[0].slice(0, 80)} twice`)
  }
  const asked = checkPart('query', query, typedTexts(query, req.query()))
  const sent =
    body === null
      ? null
      : checkPart('body', body, await readBody(req.raw, limitsOf(contract, limits)))
  return { params: path, query: asked, body: sent }
}

const limitsOf = ({ maxBytes = Infinity }: RouteContract, limits: BodyLimits): BodyLimits => ({
  ...limits,
  maxBytes: Math.min(maxBytes, limits.maxBytes),
})

async function answerLive(
  context: Context,
  query: { after?: number },
  { feed, deps }: OpenedProject,
): Promise<Response> {
  const known = context.req.header('last-event-id')
  if (known !== undefined && !/^\d{1,15}$/.test(known)) {
    throw new HttpError(400, 'usage', 'Last-Event-ID is the id of a line of the event log')
  }
  const after = known === undefined ? (query.after ?? null) : Number(known)
  // A HEAD is answered like its GET, but its stream would never be read, or closed.
  if (context.req.method === 'HEAD') return context.body(null, 200, LIVE_HEADERS)
  const { viewer, stream } = openViewer(() => deps.host.now().getTime(), feed.leave)
  if (!(await feed.join(viewer, after))) {
    throw new HttpError(503, 'store-unavailable', 'Too many viewers are connected')
  }
  return context.body(stream, 200, LIVE_HEADERS)
}

const LIVE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

const NONCE = /^[\w-]{16,128}$/

async function answerHealth(
  context: Context,
  gatekeeper: Gatekeeper,
  { projects, version }: AppOptions,
): Promise<Response> {
  const nonce = context.req.query('nonce')
  if (nonce !== undefined && !NONCE.test(nonce)) {
    throw new HttpError(400, 'usage', 'A nonce has 16 to 128 letters, digits, - and _')
  }
  const store = await projects.own.deps.host.store.readEvents({ limit: 1 }).then(
    () => true,
    () => false,
  )
  const status = store ? 'ok' : 'failing'
  const proof = nonce === undefined ? {} : { proof: gatekeeper.prove(nonce) }
  return context.json({ status, version, store, ...proof }, store ? 200 : 503)
}

function answerPage(context: Context, page: ReadonlyMap<string, PageFile>): Response {
  const file = pageFileFor(page, new URL(context.req.url).pathname)
  if (file === null) {
    throw new HttpError(
      404,
      'not-found',
      page.size === 0 ? 'The page was not built' : 'There is no such page',
      { remedy: page.size === 0 ? 'Build it: npm run build' : 'Start at /' },
    )
  }
  const cache = file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
  return context.body(file.body, 200, { 'content-type': file.type, 'cache-control': cache })
}

function refuseUnknown({ req }: Context): never {
  const path = req.path.replace(/^\/api\/v1\/projects\/[^/]+\/(?!serve$)/, `${API}/`)
  const known = Object.keys(routes).filter((name) => isAt(name, path))
  if (known.length === 0) {
    throw new HttpError(404, 'not-found', `There is nothing at ${req.path.slice(0, 200)}`, {
      remedy: `${API}/openapi.json lists everything.`,
    })
  }
  const allow = known.map((name) => name.split(' ')[0]).join(', ')
  throw new HttpError(405, 'usage', `${req.method} is not possible here`, { headers: { allow } })
}

const isAt = (name: string, path: string): boolean =>
  new RegExp(`^${API}${(name.split(' ')[1] ?? '').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

function toRefusal(error: unknown, { log }: AppOptions): Response {
  const problem = problemOf(error)
  if (problem.status >= 500) log(`${problem.code}: ${describe(error)}`)
  const headers = error instanceof HttpError ? error.headers : {}
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

function withCommonHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.headers.set(name, value)
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}
