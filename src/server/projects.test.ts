import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Draw } from '../../test/support/seed/draw.js'
import { seedRecords } from '../../test/support/seed/seed-project.js'
import type { ResponseOf } from '../schema/api/routes.js'
import { routes } from '../schema/api/routes.js'
import type { PersonFinding } from '../wiring/person/find-person.js'
import { openSqliteStore } from '../store/sqlite.js'
import { openStore, openWorkspace } from '../wiring/workspace.js'
import { openTestServer } from './__fixtures__/open-server.js'
import type { TestServer } from './__fixtures__/open-server.js'

const NOW = new Date('2026-03-01T09:00:00.000Z')
const SIZE = { sessions: 3, lessons: 3, tasks: 2 }
let server: TestServer
let other: string
/** Who is at the other end. */
let person: PersonFinding = { kind: 'terminal', terminal: 'pts/1' }

/** Another project of the same user, whose records all say so. */
async function makeOther(base: string): Promise<string> {
  const root = path.join(realpathSync(base), 'other-folder')
  mkdirSync(root)
  const home = path.join(base, 'home')
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const { platform } = process
  const workspace = await openWorkspace({ cwd: root, env, home, platform, now: NOW })
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 0 })
  const marked = async function* () {
    for await (const row of seedRecords(new Draw(11), NOW, SIZE).rows()) {
      const text = JSON.stringify(row).replaceAll('/home/ana/', `${root}/`)
      yield JSON.parse(text.replaceAll(/"(session|lesson|task)-/g, '"other-$1-'))
    }
  }
  await store.importRows(marked())
  await store.close()
  return path.basename(workspace.stateDir)
}

beforeAll(async () => {
  server = await openTestServer({
    now: () => NOW,
    whoAsks: async () => ({ person, processes: ['browser'], isBrowser: true }),
  })
  await server.host.store.importRows(seedRecords(new Draw(7), NOW, SIZE).rows())
  other = await makeOther(server.base)
}, 60_000)
afterAll(() => server.stop())

it('lists every project of the user with what waits in it', async () => {
  const reply = await server.ask('/api/v1/projects')
  const { items } = routes['GET /projects'].response.parse(
    await reply.json(),
  ) as ResponseOf<'GET /projects'>
  expect(items.map(({ id }) => id).sort()).toEqual([server.project, other].sort())
  expect(items.find(({ isOwn }) => isOwn)?.id).toBe(server.project)
  const figures = items.find(({ id }) => id === other)?.figures
  const overview = await server.ask(`/api/v1/projects/${other}/overview?days=30`)
  const { stops, review } = (await overview.json()) as ResponseOf<'GET /overview'>
  expect(figures).toMatchObject({
    judged: stops.judged,
    premature: stops.incomplete,
    waits: { reviews: review.count },
  })
})

const LISTS = Object.keys(routes).flatMap((name) => {
  const place = name.slice('GET '.length)
  const isAsked = name.startsWith('GET ') && !name.includes('{')
  if (!isAsked || ['/live', '/projects', '/doctor', '/settings'].includes(place)) return []
  return [place === '/search' ? '/search?q=the' : place]
})

it.each(LISTS)('%s of one project has no row of another', async (place) => {
  const own = await (await server.ask(`/api/v1${place}`)).text()
  const named = await (await server.ask(`/api/v1/projects/${server.project}${place}`)).text()
  const foreign = await (await server.ask(`/api/v1/projects/${other}${place}`)).text()
  expect(own).not.toMatch(/other-(?:session|lesson|task|folder)/)
  expect(named).not.toMatch(/other-(?:session|lesson|task|folder)/)
  expect(foreign).not.toMatch(/"(?:session|lesson|task)-\d/)
})

it('lets an agent search the project that is served, and no other', async () => {
  const found = async (prefix: string) => {
    const reply = await server.ask(`/api/v1${prefix}/search?q=the`)
    return [reply.status, ((await reply.json()) as { matches?: number }).matches ?? 0] as const
  }
  expect((await found(`/projects/${other}`))[1]).toBeGreaterThan(0)
  person = { kind: 'agent', isAbove: true, agent: 'claude-code', sign: 'the process 30' }
  const [own, foreign] = [await found(''), await found(`/projects/${other}`)]
  person = { kind: 'terminal', terminal: 'pts/1' }
  expect([own[0], own[1] > 0, foreign]).toEqual([200, true, [403, 0]])
})

it('finds a record under its own project alone', async () => {
  const lists = await server.ask(`/api/v1/projects/${other}/sessions?limit=1`)
  const { items } = (await lists.json()) as ResponseOf<'GET /sessions'>
  const place = `/sessions/${items[0]!.id}`
  const status = async (prefix: string) => (await server.ask(`/api/v1${prefix}${place}`)).status
  expect(items[0]!.id).toMatch(/^other-session-/)
  expect(await status(`/projects/${other}`)).toBe(200)
  expect(await status('')).toBe(404)
  expect(await status(`/projects/${server.project}`)).toBe(404)
})

it.each([
  '0123456789abcdef',
  '0123456789abcde',
  '0123456789ABCDEF',
  '..%2f..%2fetc',
  '%00',
  'serve-token',
])('refuses %s, which is no project of this user', async (id) => {
  const headers = { authorization: `Bearer ${server.token}` }
  const { status, text } = await server.raw({ path: `/api/v1/projects/${id}/sessions`, headers })
  expect([404, 405]).toContain(status)
  expect(text).not.toContain('"items"')
})

it('needs the token for another project', async () => {
  const { status } = await server.raw({ path: `/api/v1/projects/${other}/sessions` })
  expect(status).toBe(401)
})

it('names what was taken over from transcripts, and runs nothing in it', async () => {
  const id = 'abcdef0123456789'
  const stateDir = path.join(server.base, 'home', '.local/state/reflectory', id)
  const store = await openSqliteStore(path.join(stateDir, 'reflectory.db'))
  await store.close()
  writeFileSync(path.join(stateDir, 'imported'), '')
  writeFileSync(path.join(stateDir, 'project'), '/elsewhere/worktrees/1\n')
  const reply = await server.ask('/api/v1/projects')
  const { items } = (await reply.json()) as ResponseOf<'GET /projects'>
  expect(items.find((item) => item.id === id)).toMatchObject({
    name: 'worktrees/1 (imported)',
    isImported: true,
  })
  expect(items.filter(({ isImported }) => isImported)).toHaveLength(1)
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const served = await server.ask(`/api/v1/projects/${id}/serve`, init)
  expect([served.status, await served.text()]).toEqual([
    409,
    expect.stringContaining('can only be looked at'),
  ])
})
