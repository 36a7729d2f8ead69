/** Every way in, tried with every token that should not get through. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/open-test-database.js'
import type { TestDatabase } from '../../../test/support/open-test-database.js'
import { sampleWrite } from '../../testing/store-contract/samples.js'
import type { TeamRole } from '../../schema/api/team.js'
import { openPostgres } from '../../store/postgres.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import { openTeamApp, teamRoutes } from './team-app.js'
import { openTeamMetrics } from './team-metrics.js'

let server: TestDatabase
let database: PostgresDatabase
let app: ReturnType<typeof openTeamApp>
let now = new Date('2030-01-01T00:00:00.000Z')

const API = 'http://x/api/team/v1'

async function ask(route: string, token: string | null, body?: unknown) {
  const [method = '', path = ''] = route.split(' ')
  const response = await app.fetch(
    new Request(`${API}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const outcome = sampleWrite('session_outcome').record
const ended = sampleWrite('episode', { state: 'resolved' }).record
const bodies: Record<string, unknown> = {
  'POST /rows': {
    rows: [
      { id: 'k', kind: 'episode', row: ended },
      { id: 'o', kind: 'session_outcome', row: outcome },
    ],
  },
  'POST /invites': { role: 'member' },
}
const routes = Object.keys(teamRoutes)

async function join(code: string, name: string): Promise<string> {
  return String((await ask('POST /join', null, { code, name })).body['token'])
}

async function createProject(project: string): Promise<string> {
  const at = { now: now.toISOString(), expiresAt: '2031-01-01T00:00:00.000Z' }
  const code = `first-code-of-${project}`
  await database.access.createProject({ code, project, role: 'owner', actor: null, ...at })
  return join(code, `Owner of ${project}`)
}

async function invite(owner: string, role: TeamRole): Promise<string> {
  const { body } = await ask('POST /invites', owner, { role })
  return join(String(body['code']), `A ${role}`)
}

let ours: string
let theirs: string

beforeAll(async () => {
  server = await openTestDatabase()
  database = await openPostgres(server.url)
  const metrics = openTeamMetrics()
  const rest = { page: new Map(), isDraining: () => false, version: '0', log: () => undefined }
  app = openTeamApp({ database, metrics, now: () => now, ...rest })
  ours = await createProject('ours')
  theirs = await createProject('theirs')
  const machine = await invite(ours, 'member')
  await ask('POST /rows', machine, bodies['POST /rows'])
})
afterAll(async () => {
  await database.close()
  await server.close()
})

it.each(routes)('%s shows nothing of another project to its owner', async (route) => {
  const [token] = await database.access.listTokens('ours')
  const { body } = await ask(route.replace(':id', token!.id), theirs, bodies[route])
  expect(JSON.stringify(body)).not.toMatch(/ours|A member/)
  expect(body['rows'] ?? []).toEqual([])
  expect((await database.access.listTokens('ours'))[0]?.revokedAt).toBeNull()
})

it.each(routes)(
  '%s is closed without a token, with a wrong one and with a project for a name',
  async (route) => {
    for (const token of [null, 'ours', `rt_${'x'.repeat(43)}`, `${ours}x`, ours.slice(0, -1)]) {
      expect((await ask(route, token, bodies[route])).status).toBe(401)
    }
  },
)

const READS = ['GET /facts', 'GET /sessions', 'GET /me', 'GET /activity', 'POST /links']
const MAY: Record<TeamRole, string[]> = {
  owner: routes,
  member: ['POST /rows', ...READS],
  viewer: READS,
  ingest: ['POST /rows'],
}
it.each(Object.entries(MAY))(
  'a token of the role %s opens its routes and no other',
  async (role, may) => {
    const token = await invite(ours, role as TeamRole)
    for (const route of routes) {
      const { status } = await ask(route.replace(':id', 'none'), token, bodies[route])
      expect([route, status === 403]).toEqual([route, !may.includes(route)])
    }
  },
)

it('shows to the people of a project what others sent', async () => {
  const { body } = await ask('GET /facts', ours)
  expect((body['rows'] as unknown[])[0]).toMatchObject({ state: 'resolved' })
})

it('a stolen token of a machine adds rows of its own, and changes none of others', async () => {
  const stolen = await invite(ours, 'ingest')
  const before = await ask('GET /facts', ours)
  const sent = await ask('POST /rows', stolen, bodies['POST /rows'])
  expect(sent.body).toEqual({ accepted: 2, known: 0, refused: [] })
  const after = await ask('GET /facts', ours)
  const [rows, more] = [before.body['rows'] as unknown[], after.body['rows'] as unknown[]]
  expect(more.slice(0, rows.length)).toEqual(rows)
  expect(more.length).toBe(rows.length + 1)
})

it('an invite lets one in, once; a token ends when it is revoked or too old', async () => {
  const { body } = await ask('POST /invites', ours, { role: 'viewer', days: 1 })
  const code = String(body['code'])
  const all = await Promise.all(
    ['a', 'b', 'c'].map((name) => ask('POST /join', null, { code, name })),
  )
  expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  const token = String(all.find(({ status }) => status === 200)!.body['token'])
  expect((await ask('GET /facts', token)).status).toBe(200)
  expect(await server.dump('ours')).not.toContain(token)
  expect(await server.dump('ours')).not.toContain(code)
  const late = String((await ask('POST /invites', ours, { days: 1 })).body['code'])
  now = new Date('2030-01-03T00:00:00.000Z')
  expect((await ask('POST /join', null, { code: late, name: 'd' })).status).toBe(401)
  const tokens = await database.access.listTokens('ours')
  const used = tokens.find(({ name }) => ['a', 'b', 'c'].includes(name))
  expect(used?.lastUsedAt).toBe('2030-01-01T00:00:00.000Z')
  expect((await ask(`DELETE /tokens/${used!.id}`, ours)).status).toBe(200)
  expect((await ask('GET /facts', token)).status).toBe(401)
  now = new Date('2031-02-01T00:00:00.000Z')
  expect((await ask('GET /facts', ours)).status).toBe(401)
})

const bad: [what: string, body: unknown][] = [
  ['nothing', {}],
  ['no rows', { rows: [] }],
  ['another kind', { rows: [{ id: 'k', kind: 'memory', row: {} }] }],
  [
    'too many rows',
    { rows: Array.from({ length: 201 }, () => ({ id: 'k', kind: 'episode', row: {} })) },
  ],
]
it.each(bad)('refuses a batch with %s, and names a row that does not fit', async (_, body) => {
  now = new Date('2030-01-01T00:00:00.000Z')
  expect((await ask('POST /rows', ours, body)).status).toBe(400)
  const row = { ...ended, state: 'open' }
  const mixed = {
    rows: [
      { id: 'bad', kind: 'episode', row: { id: 7 } },
      { id: 'open', kind: 'episode', row },
    ],
  }
  const { body: receipt } = await ask('POST /rows', ours, mixed)
  expect(receipt).toMatchObject({ accepted: 0, refused: [{ id: 'bad' }, { id: 'open' }] })
})

it('a link to the page opens it once, for who asked for it and with no more rights', async () => {
  const viewer = await invite(ours, 'viewer')
  const me = (await ask('GET /me', viewer)).body
  const code = String((await ask('POST /links', viewer, {})).body['code'])
  expect((await ask('POST /join', null, { code, name: 'Mallory' })).status).toBe(401)
  const opened = await ask('POST /login', null, { code })
  const { token, person, role } = opened.body
  expect([person, role]).toEqual([me['person'], 'viewer'])
  expect((await ask('POST /login', null, { code })).status).toBe(401)
  expect((await ask('GET /tokens', String(token))).status).toBe(403)
  const late = String((await ask('POST /links', viewer, {})).body['code'])
  now = new Date(now.getTime() + 6 * 60_000)
  expect((await ask('POST /login', null, { code: late })).status).toBe(401)
  now = new Date(now.getTime() + 12 * 3_600_000)
  expect((await ask('GET /me', String(token))).status).toBe(401)
  now = new Date('2030-01-01T00:00:00.000Z')
})

it('the audit and the activity go on where a page of them ended, each line once', async () => {
  const first = (await ask('GET /audit', ours)).body as { lines: unknown[]; next: number | null }
  expect(first.next).toBeNull()
  const before = await database.access.listAudit('ours', { limit: 2 })
  const after = await database.access.listAudit('ours', { before: before.next! })
  expect([...before.lines, ...after.lines]).toEqual(first.lines)
  expect((await ask('GET /audit?before=x', ours)).status).toBe(400)
  const { body } = await ask('GET /activity', ours)
  const items = body['items'] as { id: number; member: string; kind: string }[]
  expect(items.at(-1)).toMatchObject({ member: 'A member', kind: 'episode' })
  const older = await ask(`GET /activity?before=${items[0]!.id}`, ours)
  expect(older.body['items']).toEqual(items.slice(1))
})
