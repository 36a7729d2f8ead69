/** Every way in, tried with every token that should not get through. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/open-test-database.js'
import type { TestDatabase } from '../../../test/support/open-test-database.js'
import { sampleWrite } from '../../testing/store-contract/samples.js'
import { TeamRowKind } from '../../schema/api/team.js'
import type { TeamRole } from '../../schema/api/team.js'
import { mondayOf } from '../../util/monday-of.js'
import { openPostgres } from '../../store/postgres.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import { openTeamApp, teamRoutes } from './team-app.js'
import { openQuotas } from './quota.js'
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
const line = sampleWrite('self_line', { state: 'current' }).record
const bodies: Record<string, unknown> = {
  'POST /rows': {
    rows: [
      { id: 'k', kind: 'episode', row: ended },
      { id: 'o', kind: 'session_outcome', row: outcome },
      { id: 'l', kind: 'self_line', row: line },
    ],
  },
  'POST /invites': { role: 'member' },
  'POST /tokens': { name: 'CI', role: 'ingest' },
  'PUT /settings': { keepDays: 30 },
  'POST /proposals': { content: { kind: 'setting', name: 'stop.maxAttempts', value: 4 } },
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
  const { connections } = database
  const metrics = openTeamMetrics({ connections, countWaiting: async () => ({}) })
  const rest = { page: new Map(), isDraining: () => false, version: '0', log: () => undefined }
  const quotas = openQuotas(() => now)
  app = openTeamApp({ database, metrics, quotas, publicUrl: null, now: () => now, ...rest })
  ours = await createProject('ours')
  theirs = await createProject('theirs')
  const machine = await invite(ours, 'member')
  await ask('POST /rows', machine, bodies['POST /rows'])
  const lines = ['something of ours']
  await database.digests.keep('ours', { week: '2029-12-24', sections: [{ title: 'Done', lines }] })
  await ask('POST /proposals', machine, bodies['POST /proposals'])
})
afterAll(async () => {
  await database.close()
  await server.close()
})

/** The route of one of our tokens, or of one of our proposals. */
async function withOurId(route: string): Promise<string> {
  const { access, proposals } = database
  const list = route.includes('/proposals/') ? proposals.list : access.listTokens
  return route.replace(':id', (await list('ours'))[0]!.id)
}

it.each(routes)('%s shows nothing of another project to its owner', async (route) => {
  const { status, body } = await ask(await withOurId(route), theirs, bodies[route])
  expect(route.includes(':id') ? status : 404).toBe(404)
  expect(JSON.stringify(body)).not.toMatch(/ours|A member/)
  expect(body['rows'] ?? []).toEqual([])
  expect(body['proposals'] ?? []).toEqual([])
  expect((await database.access.listTokens('ours'))[0]?.revokedAt).toBeNull()
})

it('a route of a project that is named is for its own people, whatever the name looks like', async () => {
  const before = await server.dump('ours')
  for (const route of [...routes, 'GET /live']) {
    for (const name of ['ours', 'ours%2F', '..%2Fours', '*', '%25', 'no-such']) {
      const named = (await withOurId(route)).replace(' /', ` /projects/${name}/`)
      const { status, body } = await ask(named, theirs, bodies[route])
      expect([named, status, body['code']]).toEqual([named, 404, 'not-found'])
    }
  }
  expect(await server.dump('ours')).toBe(before)
  const projects = await database.access.listProjects()
  expect(projects.map(({ project }) => project)).toEqual(['ours', 'theirs'])
})

it.each(routes)(
  '%s is closed without a token, with a wrong one and with a project for a name',
  async (route) => {
    for (const token of [null, 'ours', `rt_${'x'.repeat(43)}`, `${ours}x`, ours.slice(0, -1)]) {
      expect((await ask(route, token, bodies[route])).status).toBe(401)
    }
  },
)

const READS = ['facts', 'sessions', 'projects', 'activity', 'settings', 'digests', 'proposals'].map(
  (name) => `GET /${name}`,
)
const ONE = ['GET /proposals/:id', 'POST /proposals/:id/accepted']
const VIEWS = [...READS, ...ONE, 'GET /me', 'POST /links']
const MAY: Record<TeamRole, string[]> = {
  owner: routes,
  member: ['POST /rows', 'POST /proposals', 'DELETE /proposals/:id', ...VIEWS],
  viewer: VIEWS,
  // What is said to it is about itself alone.
  ingest: ['POST /rows', 'GET /me'],
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

/** The page of whoever runs the server. */
async function openAll(role: TeamRole): Promise<string> {
  const code = `all-${role}-${Math.random()}`
  const operator = { person: `operator-${role}`, name: 'Olga', role }
  const expiresAt = '2031-01-01T00:00:00.000Z'
  await database.access.linkPage({ code, project: '*', ...operator, expiresAt })
  return String((await ask('POST /login', null, { code })).body['token'])
}

it.each(routes)('%s asks a token for all projects which one, and gives no other', async (route) => {
  const all = await openAll('owner')
  const unnamed = await ask(route.replace(':id', 'none'), all, bodies[route])
  expect(unnamed.status).toBe(['GET /me', 'GET /projects'].includes(route) ? 200 : 400)
  const named = route.replace(' /', ' /projects/theirs/').replace(':id', 'none')
  const { status, body } = await ask(named, all, bodies[route])
  // A browser makes no link to another one, and accepts nothing; and there is no such token or proposal.
  const isRefused = ['POST /links', 'POST /proposals/:id/accepted'].includes(route)
  expect(status).toBe(isRefused ? 403 : route.includes('/:id') ? 404 : 200)
  expect(JSON.stringify(body)).not.toMatch(/ours|A member/)
  expect((await ask(named.replace('theirs', 'no-such'), all, bodies[route])).status).toBe(404)
})

it('a token for all projects has its own role in each; only another one makes and ends it', async () => {
  const all = await openAll('owner')
  const seen = (await ask('GET /projects', all)).body
  expect(seen).toMatchObject({ name: 'Olga', scope: 'all' })
  expect(seen['projects']).toEqual([
    { project: 'ours', sentAt: now.toISOString() },
    { project: 'theirs', sentAt: now.toISOString() },
  ])
  const body = { name: 'All CI', role: 'ingest', days: 2, scope: 'all' }
  expect((await ask('POST /tokens', ours, body)).status).toBe(403)
  const made = await ask('POST /projects/ours/tokens', all, body)
  const [id, token] = [String(made.body['id']), String(made.body['token'])]
  expect((await ask('GET /projects/theirs/facts', token)).status).toBe(403)
  const sent = await ask('POST /projects/theirs/rows', token, bodies['POST /rows'])
  expect(sent.body).toMatchObject({ known: 0, refused: [] })
  const activity = await ask('GET /activity', theirs)
  expect((activity.body['items'] as object[])[0]).toMatchObject({ member: 'All CI' })
  const { body: listed } = await ask('GET /tokens', theirs)
  expect(
    (listed['tokens'] as object[]).find((one) => (one as { id: string }).id === id),
  ).toMatchObject({ name: 'All CI', role: 'ingest', scope: 'all' })
  expect((await ask(`DELETE /tokens/${id}`, theirs)).status).toBe(404)
  expect((await ask(`DELETE /projects/ours/tokens/${id}`, all)).status).toBe(200)
  expect((await ask('POST /projects/theirs/rows', token, bodies['POST /rows'])).status).toBe(401)
  const { body: audit } = await ask('GET /audit', ours)
  expect((audit['lines'] as object[]).slice(0, 3)).toMatchObject([
    { name: 'Olga (page)', action: 'revoke', subject: `All CI (${id})` },
    { action: 'create-token', subject: 'All CI (ingest)' },
    { action: 'open-page', subject: 'Olga' },
  ])
})

it('each project says how long it keeps its rows, and who said so is in its audit', async () => {
  const all = await openAll('owner')
  for (const keepDays of [0, 1.5, 3651, 'x']) {
    expect((await ask('PUT /settings', ours, { keepDays })).status).toBe(400)
  }
  expect((await ask('PUT /projects/theirs/settings', all, { keepDays: 90 })).status).toBe(200)
  expect((await ask('PUT /settings', ours, { keepDays: 7 })).status).toBe(200)
  expect((await ask('GET /settings', theirs)).body).toEqual({ keepDays: 90, share: 'records' })
  const { body } = await ask('GET /audit', theirs)
  expect((body['lines'] as object[])[0]).toMatchObject({ action: 'keep', subject: '90 days' })
})

it('a token that an owner makes logs in as often as it likes, until its end', async () => {
  const asked = { name: 'Nightly', role: 'viewer', days: 2 }
  const made = (await ask('POST /tokens', ours, asked)).body
  const token = String(made['token'])
  const me = { project: 'ours', name: 'Nightly', role: 'viewer', scope: 'project' }
  expect((await ask('GET /me', token)).body).toMatchObject({ ...me, expiresAt: made['expiresAt'] })
  expect(await server.dump('ours')).not.toContain(token)
  const listed = await database.access.listTokens('ours')
  const nightly = listed.find(({ name }) => name === 'Nightly')
  expect(nightly?.lastUsedAt).toBe(now.toISOString())
  const wrong = [{}, { name: 'a\nb' }, { name: 'x', days: 0 }, { name: 'x', days: 366 }]
  for (const body of [...wrong, { name: 'x', role: 'root' }]) {
    expect((await ask('POST /tokens', ours, body)).status).toBe(400)
  }
  const then = now
  now = new Date(now.getTime() + 2 * 86_400_000)
  expect((await ask('GET /me', token)).status).toBe(401)
  now = then
})

it('with the token of a machine its pages end, and the links to more of them', async () => {
  const viewer = await invite(ours, 'viewer')
  const link = async () => String((await ask('POST /links', viewer, {})).body['code'])
  const page = String((await ask('POST /login', null, { code: await link() })).body['token'])
  const code = await link()
  const { body: me } = await ask('GET /me', page)
  const listed = await database.access.listTokens('ours')
  const machine = listed.find(
    (one) => one.person === me['person'] && /^A viewer( \d+)?$/.test(one.name),
  )
  expect((await ask('POST /links', page, {})).status).toBe(403)
  expect((await ask(`DELETE /tokens/${machine!.id}`, ours)).status).toBe(200)
  expect((await ask('GET /me', page)).status).toBe(401)
  expect((await ask('POST /login', null, { code })).status).toBe(401)
})

it('with a token for all projects its pages of each of them end', async () => {
  const all = await openAll('owner')
  const token = 'rt_'.padEnd(46, 'v')
  const member = { project: '*', person: 'all-viewer', name: 'All', role: 'viewer' } as const
  const at = { now: now.toISOString(), expiresAt: '2031-01-01T00:00:00.000Z' }
  const made = { ...member, token, tokenId: 'all-viewer', actor: 'operator', ...at }
  await database.access.createToken(made)
  const link = async () =>
    String((await ask('POST /projects/theirs/links', token, {})).body['code'])
  const page = String((await ask('POST /login', null, { code: await link() })).body['token'])
  const code = await link()
  expect((await ask('GET /me', page)).status).toBe(200)
  expect((await ask('DELETE /projects/ours/tokens/all-viewer', all)).status).toBe(200)
  expect((await ask('GET /me', page)).status).toBe(401)
  expect((await ask('POST /login', null, { code })).status).toBe(401)
})

it('a page makes no owner, and for all projects only what sends', async () => {
  const code = String((await ask('POST /links', ours, {})).body['code'])
  const page = String((await ask('POST /login', null, { code })).body['token'])
  const all = await openAll('owner')
  const made: [route: string, token: string, body: object, status: number][] = [
    ['POST /invites', page, { role: 'owner' }, 403],
    ['POST /invites', page, { role: 'member' }, 200],
    ['POST /invites', ours, { role: 'owner' }, 200],
    ['POST /projects/ours/invites', all, { role: 'owner' }, 200],
    ['POST /tokens', page, { name: 'x', role: 'owner' }, 403],
    ['POST /tokens', ours, { name: 'x', role: 'owner' }, 200],
    ['POST /projects/ours/tokens', all, { name: 'x', role: 'owner' }, 403],
    ['POST /projects/ours/tokens', all, { name: 'x', role: 'viewer', scope: 'all' }, 403],
  ]
  for (const [route, token, body, status] of made) {
    expect([route, body, (await ask(route, token, body)).status]).toEqual([route, body, status])
  }
})

/** Who a token is. */
const whois = async (token: string) => (await ask('GET /me', token)).body

async function comeBack(code: string, before: string): Promise<string> {
  return String((await ask('POST /join', before, { code, name: 'Back' })).body['token'])
}

const codeOf = async (body: object) => String((await ask('POST /invites', ours, body)).body['code'])

it('a machine that logs in again stays who it was, with a token that ended too', async () => {
  const first = await invite(ours, 'member')
  const { person } = await whois(first)
  const second = await comeBack(await codeOf({ role: 'viewer' }), first)
  expect(await whois(second)).toMatchObject({ person, role: 'viewer' })
  expect((await ask('GET /me', first)).status).toBe(401)
  const left = (await ask('POST /leave', second, {})).body
  expect([left, (await ask('GET /me', second)).status]).toEqual([{ isEnded: true }, 401])
  const third = await comeBack(await codeOf({ role: 'member' }), second)
  expect(await whois(third)).toMatchObject({ person, role: 'member' })
})

it('the token of a machine, of another project or of a page makes no one a person of theirs', async () => {
  const made = await ask('POST /tokens', ours, { name: 'Shared', role: 'ingest' })
  const shared = String(made.body['token'])
  const code = String((await ask('POST /links', ours, {})).body['code'])
  const page = String((await ask('POST /login', null, { code })).body['token'])
  for (const before of [shared, theirs, page]) {
    const { person } = await whois(before)
    const joined = await comeBack(await codeOf({ role: 'viewer' }), before)
    expect((await whois(joined))['person']).not.toBe(person)
    expect((await ask('GET /me', before)).status).toBe(200)
  }
  expect((await ask('POST /leave', shared, {})).body).toEqual({ isEnded: false })
  expect((await ask('GET /me', shared)).status).toBe(200)
})

it('an invite for who is in makes the same person on one more machine, and both work', async () => {
  const first = await invite(ours, 'member')
  const { person } = await whois(first)
  const second = await join(await codeOf({ role: 'member', person }), 'Second machine')
  expect(await whois(second)).toMatchObject({ person })
  expect((await ask('GET /me', first)).status).toBe(200)
  for (const wrong of ['no-such', (await whois(theirs))['person']]) {
    expect((await ask('POST /invites', ours, { person: wrong })).status).toBe(404)
  }
})

it('open invites are listed, can be revoked, and end with the token of who made them', async () => {
  const other = await invite(ours, 'owner')
  const listed = async () =>
    (await ask('GET /invites', ours)).body['invites'] as Record<string, unknown>[]
  const known = new Set((await listed()).map(({ id }) => id))
  const fresh = async () => (await listed()).filter(({ id }) => !known.has(id))
  const codes = [await codeOf({ role: 'viewer' })]
  codes.push(String((await ask('POST /invites', other, { role: 'owner' })).body['code']))
  const viewers = (await fresh()).find(({ role }) => role === 'viewer')
  expect(viewers).toMatchObject({ madeBy: 'Owner of ours', name: null })
  expect(JSON.stringify(await listed())).not.toContain(codes[0])
  expect((await ask(`DELETE /tokens/${String(viewers!['id'])}`, theirs)).status).toBe(404)
  expect((await ask(`DELETE /tokens/${String(viewers!['id'])}`, ours)).status).toBe(200)
  const { person } = await whois(other)
  const token = (await database.access.listTokens('ours')).find((one) => one.person === person)
  expect((await ask(`DELETE /tokens/${token!.id}`, ours)).status).toBe(200)
  expect(await fresh()).toEqual([])
  for (const code of codes) {
    expect((await ask('POST /join', null, { code, name: 'late' })).status).toBe(401)
  }
})

it('a project without an owner gets a new link for one; one with an owner, or a copy, does not', async () => {
  const at = { now: now.toISOString(), expiresAt: '2031-01-01T00:00:00.000Z' }
  const create = (project: string, code: string) =>
    database.access.createProject({ code, project, role: 'owner', actor: null, ...at })
  expect(await create('lost', 'lost-link-of-an-owner')).toEqual({ isNew: true })
  expect(await create('lost', 'second-link-of-an-owner')).toEqual({ isNew: false })
  const late = { code: 'lost-link-of-an-owner', name: 'late' }
  expect((await ask('POST /join', null, late)).status).toBe(401)
  const owner = await join('second-link-of-an-owner', 'Ada')
  await expect(create('lost', 'third')).rejects.toMatchObject({
    remedy: expect.stringContaining('reflect team page --all') as string,
  })
  await ask('POST /leave', owner)
  expect(await create('lost', 'fourth')).toEqual({ isNew: false })
  await (await database.openStore({ project: 'copied' })).close()
  await expect(create('copied', 'fifth')).rejects.toMatchObject({
    remedy: expect.stringContaining('reflect migrate') as string,
  })
})

it('shows to the people of a project what others sent', async () => {
  const { body } = await ask('GET /facts', ours)
  expect((body['rows'] as unknown[])[0]).toMatchObject({ state: 'resolved' })
})

it('a stolen token of a machine adds rows of its own, and changes none of others', async () => {
  const stolen = await invite(ours, 'ingest')
  const before = await ask('GET /facts', ours)
  const sent = await ask('POST /rows', stolen, bodies['POST /rows'])
  expect(sent.body).toEqual({ accepted: 3, known: 0, refused: [] })
  const after = await ask('GET /facts', ours)
  const [rows, more] = [before.body['rows'] as unknown[], after.body['rows'] as unknown[]]
  expect(more.slice(0, rows.length)).toEqual(rows)
  expect(more.length).toBe(rows.length + 2)
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
  ['a kind that is no name', { rows: [{ id: 'k', kind: '', row: {} }] }],
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

it('a member withdraws their own proposal, an owner any, and no other project one of ours', async () => {
  const [one, other] = [await invite(ours, 'member'), await invite(ours, 'member')]
  const propose = async () =>
    String((await ask('POST /proposals', one, bodies['POST /proposals'])).body['id'])
  const withdraw = async (id: string, token: string) =>
    (await ask(`DELETE /proposals/${id}`, token)).status
  const [first, second] = [await propose(), await propose()]
  expect([await withdraw(first, other), await withdraw(first, theirs)]).toEqual([404, 404])
  expect([await withdraw(first, one), await withdraw(second, ours)]).toEqual([200, 200])
  expect(await withdraw(second, ours)).toBe(404)
  const { body } = await ask('GET /proposals', other)
  const ids = (body['proposals'] as { id: string }[]).map(({ id }) => id)
  expect(ids).not.toContain(first)
  const { lines } = (await ask('GET /audit', ours)).body as { lines: { action: string }[] }
  expect(lines.slice(0, 4).map(({ action }) => action)).toEqual([
    'withdraw',
    'withdraw',
    'propose',
    'propose',
  ])
})

it('counts who accepted a proposal, each once, as long as it and they are there', async () => {
  const [one, other] = [await invite(ours, 'member'), await invite(ours, 'viewer')]
  const { id } = (await ask('POST /proposals', one, bodies['POST /proposals'])).body
  const route = `/proposals/${String(id)}`
  const accept = async (token: string) => (await ask(`POST ${route}/accepted`, token, {})).status
  const count = async () => (await ask(`GET ${route}`, ours)).body['accepted']
  expect(await count()).toBe(0)
  const { code } = (await ask('POST /links', other, {})).body
  const page = String((await ask('POST /login', null, { code })).body['token'])
  expect([await accept(page), await accept(theirs)]).toEqual([403, 404])
  expect([await accept(other), await accept(other), await accept(ours)]).toEqual([200, 200, 200])
  expect(await count()).toBe(2)
  const { person } = (await ask('GET /me', other)).body
  expect((await ask(`DELETE /people/${String(person)}`, other)).status).toBe(200)
  expect(await count()).toBe(1)
  expect((await ask(`DELETE ${route}`, one)).status).toBe(200)
  expect([await accept(ours), (await ask(`GET ${route}`, ours)).status]).toEqual([404, 404])
})

it('what a person sent goes for that person and for owners, and nothing else goes', async () => {
  const [one, other] = [await invite(ours, 'member'), await invite(ours, 'member')]
  await ask('POST /rows', one, bodies['POST /rows'])
  await ask('POST /rows', other, bodies['POST /rows'])
  const person = String((await ask('GET /me', one)).body['person'])
  const forget = async (token: string) => (await ask(`DELETE /people/${person}`, token)).status
  const before = await server.dump('ours')
  expect([await forget(other), await forget(theirs)]).toEqual([403, 404])
  expect(await server.dump('ours')).toBe(before)
  const store = await database.openStore({ project: 'ours' })
  const count = () => Promise.all(TeamRowKind.options.map((kind) => store.count(kind)))
  const all = await count()
  const weeks = async () => (await database.digests.list('ours', 5)).map(({ week }) => week)
  const week = mondayOf(new Date((ended as { startedAt: string }).startedAt))
    .toISOString()
    .slice(0, 10)
  await database.digests.keep('ours', { week, sections: [] })
  const told = await weeks()
  expect(told).toContain(week)
  const { body } = await ask(`DELETE /people/${person}`, one)
  expect(body).toEqual({ rows: 3, more: false })
  const { lines } = await database.access.listAudit('ours', { limit: 1 })
  expect(lines[0]).toMatchObject({
    action: 'forget',
    subject: expect.stringMatching(new RegExp(`^A member( \\d+)? \\(${person}\\): 3 rows$`)),
  })
  const gone = [1, 1, 0, 1]
  expect(await count()).toEqual(all.map((rows, at) => rows - gone[at]!))
  expect(await weeks()).toEqual(told.filter((one) => one !== week))
  expect(await forget(ours)).toBe(200)
})

it('who sent nothing deletes nothing, and a stolen token of a machine not even its own', async () => {
  for (const [role, status] of [
    ['viewer', 200],
    ['ingest', 403],
  ] as const) {
    const token = await invite(ours, role)
    const audit = await database.access.listAudit('ours')
    const { person } = (await ask('GET /me', token)).body
    expect((await ask(`DELETE /people/${String(person)}`, token)).status).toBe(status)
    expect(await database.access.listAudit('ours')).toEqual(audit)
  }
  expect((await database.digests.list('ours', 5)).length).toBe(1)
})

const unfit: [what: string, content: unknown][] = [
  ['another kind', { kind: 'task', name: 'x' }],
  ['a setting that sends', { kind: 'setting', name: 'team.share', value: 'messages' }],
  ['a skill that is none', { kind: 'skill', name: 'x', text: 'Do it.' }],
  ['a skill that is too long', { kind: 'skill', name: 'x', text: 'x'.repeat(40_000) }],
]
it.each(unfit)('refuses a proposal of %s', async (_, content) => {
  expect((await ask('POST /proposals', ours, { content })).status).toBe(400)
})

it('lets fifty proposals wait, and no more', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 60; n += 1) {
    statuses.push((await ask('POST /proposals', ours, bodies['POST /proposals'])).status)
  }
  expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 409])
  const { body } = await ask('GET /proposals', ours)
  expect((body['proposals'] as unknown[]).length).toBe(50)
})

it('takes no message before an owner lets the project take them, and shows none after', async () => {
  const owner = await createProject('quiet')
  const said = { ...outcome, basis: 'judge', reason: 'a person wrote: no' }
  const demand = {
    ...sampleWrite('demand').record,
    sessionId: (outcome as { sessionId: string }).sessionId,
    state: 'asked',
  }
  const send = (id: string) =>
    ask('POST /rows', owner, {
      rows: [
        { id: `o${id}`, kind: 'session_outcome', row: said },
        { id: `d${id}`, kind: 'demand', row: demand },
      ],
    })
  const seen = async () => {
    const { sessions } = (await ask('GET /sessions', owner)).body as { sessions: object[] }
    const { items } = (await ask('GET /activity', owner)).body as { items: { detail: string }[] }
    return [sessions[0], items[0]!.detail]
  }
  const silent = [expect.objectContaining({ reason: '', asked: [] }), '']
  expect((await send('1')).body).toMatchObject({ accepted: 1, refused: [{ id: 'd1' }] })
  expect(await server.dump('quiet')).not.toContain('a person wrote')
  expect(await seen()).toEqual(silent)
  await ask('PUT /settings', owner, { share: 'messages' })
  expect((await send('2')).body).toMatchObject({ accepted: 2, refused: [] })
  const asked = [expect.any(String)]
  expect(await seen()).toEqual([
    expect.objectContaining({ reason: said.reason, asked }),
    said.reason,
  ])
  await ask('PUT /settings', owner, { share: 'records' })
  expect(await seen()).toEqual(silent)
  expect((await ask('PUT /settings', owner, { share: 'all' })).status).toBe(400)
})
