import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '../../src/schema/api/problem.js'
import { routes } from '../../src/schema/api/routes.js'
import type { ResponseOf, RouteContract, RouteName } from '../../src/schema/api/routes.js'
import { openTestServer } from '../../src/server/__fixtures__/open-server.js'
import type { TestServer } from '../../src/server/__fixtures__/open-server.js'
import { endingOfSession } from '../../src/sums/ending.js'
import { Draw } from '../support/seed/draw.js'
import { seedRecords } from '../support/seed/seed-project.js'
import { seedSkills } from '../support/seed/seed-skills.js'

const NOW = new Date('2026-03-01T09:00:00.000Z')
let server: TestServer
let empty: TestServer

beforeAll(async () => {
  server = await openTestServer({ now: () => NOW })
  empty = await openTestServer({ now: () => NOW })
  await server.host.store.importRows(seedRecords(new Draw(7), NOW).rows())
  await seedSkills(server.host.skills)
}, 120_000)
afterAll(() => Promise.all([server.stop(), empty.stop()]))

/** The answer to a request that fits, held against its contract. */
async function get<N extends RouteName>(
  name: N,
  place: string,
  at: TestServer = server,
): Promise<ResponseOf<N>> {
  const reply = await at.ask(`/api/v1${place}`)
  expect([place, reply.status]).toEqual([place, 200])
  const contract: RouteContract = routes[name]
  return contract.response.parse(await reply.json()) as ResponseOf<N>
}

const encoded = encodeURIComponent

describe('lists', () => {
  it.each<{ name: RouteName; place: string; total: number }>([
    { name: 'GET /sessions', place: '/sessions', total: 200 },
    { name: 'GET /lessons', place: '/lessons', total: 300 },
    { name: 'GET /tasks', place: '/tasks', total: 40 },
  ])('page through all of $place, each once', async ({ name, place, total }) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const next = cursor === null ? '' : `&cursor=${encoded(cursor)}`
      const page = (await get(name, `${place}?limit=70${next}`)) as {
        items: { id?: string; task?: { id: string } }[]
        next: string | null
      }
      seen.push(...page.items.map(({ id, task }) => id ?? task!.id))
      cursor = page.next
    } while (cursor !== null)
    expect([seen.length, new Set(seen).size]).toEqual([total, total])
  })

  it.each<{ name: RouteName; place: string }>([
    { name: 'GET /runs', place: '/runs?needsReview=true&limit=20' },
    { name: 'GET /runs', place: '/runs?declared=declared_lower&surface=auth&limit=20' },
    { name: 'GET /log', place: '/log?limit=20' },
    { name: 'GET /log', place: '/log?action=reflection_rule&limit=3' },
    { name: 'GET /log', place: '/log?q=ledger&limit=3' },
    { name: 'GET /events', place: '/events?limit=20' },
    { name: 'GET /events', place: '/events?kind=agent.&limit=20' },
    { name: 'GET /events', place: '/events?since=2026-02-01T00:00:00.000Z&limit=20' },
    { name: 'GET /findings', place: '/findings?state=resolved&limit=5' },
    { name: 'GET /sessions', place: '/sessions?ending=done&agent=codex&limit=5' },
    { name: 'GET /lessons', place: '/lessons?state=active&sort=lift&limit=20' },
  ])('go on where they ended at $place', async ({ name, place }) => {
    const first = (await get(name, place)) as { items: unknown[]; next: string | null }
    expect(first.items.length).toBeGreaterThan(0)
    if (first.next === null) return
    const next = `${place}&cursor=${encoded(first.next)}`
    const second = (await get(name, next)) as { items: unknown[] }
    const texts = [...first.items, ...second.items].map((item) => JSON.stringify(item))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('hold what was asked for and nothing else', async () => {
    const runs = await get('GET /runs', '/runs?surface=data&needsReview=true&limit=50')
    expect(runs.items.every(({ record }) => record.risk.surface === 'data')).toBe(true)
    const sessions = await get('GET /sessions', '/sessions?pushed=true&ending=aborted')
    expect(sessions.items.every((one) => one.pushes > 0 && one.ending === 'aborted')).toBe(true)
    const [session] = (await get('GET /sessions', '/sessions?limit=1')).items
    const found = await get('GET /sessions', `/sessions?q=${encoded(session!.id.toUpperCase())}`)
    expect(found.items).toEqual([session])
    const events = await get('GET /events', `/events?session=${session!.id}&kind=guard.settled`)
    expect(new Set(events.items.map(({ kind }) => kind))).toEqual(new Set(['guard.settled']))
    const tasks = await get('GET /tasks', '/tasks?status=paused')
    expect(tasks.items.map(({ task }) => task.status)).toEqual(Array(5).fill('paused'))
    expect(tasks.items.every(({ streak }) => streak?.kind === 'failing')).toBe(true)
  })
})

describe('one of them', () => {
  it.each<{ name: RouteName; list: string; place(item: never): string }>([
    { name: 'GET /sessions/{id}', list: '/sessions', place: ({ id }) => `/sessions/${id}` },
    { name: 'GET /lessons/{id}', list: '/lessons', place: ({ id }) => `/lessons/${id}` },
    {
      name: 'GET /tasks/{id}',
      list: '/tasks',
      place: ({ task }: { task: { id: string } }) => `/tasks/${task.id}`,
    },
    {
      name: 'GET /findings/{id}',
      list: '/findings',
      place: ({ id }) => `/findings/${encoded(id)}`,
    },
    { name: 'GET /skills/{name}', list: '/skills', place: ({ name }) => `/skills/${name}` },
    { name: 'GET /runs/{id}', list: '/runs', place: ({ id }) => `/runs/${id}` },
    { name: 'GET /log/{id}', list: '/log', place: ({ id }) => `/log/${id}` },
    { name: 'GET /events/{id}', list: '/events', place: ({ id }) => `/events/${id}` },
  ])('answers $name', async ({ name, list, place }) => {
    const { items } = (await (
      await server.ask(`/api/v1${list}?limit=200`.replace('/skills?limit=200', '/skills'))
    ).json()) as { items: never[] }
    expect(items.length).toBeGreaterThan(0)
    for (const item of items.slice(0, 12)) await get(name, place(item))
  })

  it('shows what a commit changed in a skill', async () => {
    const skill = await get('GET /skills/{name}', '/skills/deploy-safely')
    expect([skill.versions, skill.waiting]).toEqual([2, 1])
    const [newest] = skill.history
    const diff = await get(
      'GET /skills/{name}/versions/{commit}',
      `/skills/deploy-safely/versions/${newest!.commit.slice(0, 10)}`,
    )
    expect(diff.diff.filter(({ sign }) => sign === 'added')).toHaveLength(1)
  })

  it('tells a session as a person would: work, stop, claims, verdict, what we said', async () => {
    const { items } = await get('GET /sessions', '/sessions?pushed=true&limit=1')
    const place = `/sessions/${items[0]!.id}/timeline?limit=200`
    const { items: told } = await get('GET /sessions/{id}/timeline', place)
    const pushed = told.findIndex((one) => one.kind === 'feedback' && one.action === 'continue')
    const before = told.slice(0, pushed + 1).map(({ kind }) => kind)
    const from = before.lastIndexOf('tool') + 1
    expect(before.slice(from)).toEqual(
      expect.arrayContaining([
        'edit',
        'command',
        'stop',
        'capture',
        'claim',
        'verdict',
        'feedback',
      ]),
    )
    const order = ['edit', 'command', 'stop', 'claim', 'verdict', 'feedback'].map((kind) =>
      before.lastIndexOf(kind as never),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
  })

  it('sums a session up, turn by turn', async () => {
    const { items } = await get('GET /sessions', '/sessions?pushed=true&limit=5')
    for (const { id } of items) {
      const { turns, session, outcome } = await get('GET /sessions/{id}', `/sessions/${id}`)
      expect(turns.map(({ turn }) => turn)).toEqual(turns.map((_, at) => at + 1))
      const endedAt = session.endedAt ?? session.updatedAt
      const lastTurn = turns.at(-1)!.ended.ending
      expect(session.ending).toBe(endingOfSession(lastTurn, { endedAt, outcome }))
      const toAgent = turns.map(({ said }) =>
        said.filter(({ moment }) => moment !== 'to the human'),
      )
      expect(toAgent.flat()).toHaveLength(session.pushes)
      const objected = turns.filter((_, at) => toAgent[at]!.length > 0)
      expect(objected.every(({ points }) => points.length > 0)).toBe(true)
    }
  })
})

describe('figures', () => {
  it('of the overview add up', async () => {
    const overview = await get('GET /overview', '/overview?days=60')
    const { stops, series, pushed, review } = overview
    expect(stops.judged).toBe(
      stops.complete + stops.incomplete + stops.needsPerson + stops.abstained,
    )
    expect(series).toHaveLength(60)
    expect(series.reduce((sum, day) => sum + day.judged, 0)).toBe(stops.judged)
    expect(series.reduce((sum, day) => sum + day.premature, 0)).toBe(stops.incomplete)
    expect(pushed.endings.reduce((sum, { turns }) => sum + turns, 0)).toBe(pushed.turns)
    expect(pushed.endings.map(({ ending }) => ending)).toEqual(
      expect.arrayContaining(['done', 'aborted', 'capped', 'no_progress']),
    )
    const words = review.runs.map((run) => run.declared_vs_computed)
    expect(words.filter((word) => word === 'declared_lower')).toEqual(words)
    expect(overview.spend.calls).toBeGreaterThan(0)
    expect(overview.totals.sessions).toBe(200)
  })

  it('of the risk page add up, and its curve rises to all', async () => {
    const risk = await get('GET /risk', '/risk')
    const { runs, surfaces, scores, declared, gating } = risk
    expect(surfaces.reduce((sum, row) => sum + row.runs, 0)).toBe(runs)
    expect(scores.reduce((sum, row) => sum + row.runs, 0)).toBe(runs)
    expect(Object.values(declared).reduce((sum, n) => sum + n, 0)).toBe(runs)
    expect(gating.points.at(-1)).toMatchObject({ gated: 1, caught: 1 })
    const caught = gating.points.map((point) => point.caught)
    expect(caught).toEqual(caught.toSorted((a, b) => a - b))
  })

  it.each<{ name: RouteName; place: string }>([
    { name: 'GET /experiments', place: '/experiments' },
    { name: 'GET /facets', place: '/facets' },
    { name: 'GET /cost', place: '/cost?by=day' },
    { name: 'GET /settings', place: '/settings' },
    { name: 'GET /checks', place: '/checks' },
    { name: 'GET /doctor', place: '/doctor' },
    { name: 'GET /overview', place: '/overview' },
    { name: 'GET /skills', place: '/skills' },
    { name: 'GET /risk', place: '/risk' },
    { name: 'GET /lessons', place: '/lessons' },
  ])('of $place fit their contract on a full and on an empty store', async ({ name, place }) => {
    expect(await get(name, place)).not.toBeNull()
    expect(await get(name, place, empty)).not.toBeNull()
  })
})

describe('bad input', () => {
  it.each([
    '/sessions?limit=0',
    '/sessions?limit=201',
    '/sessions?limit=1e3',
    '/sessions?limit=',
    '/sessions?cursor=nonsense',
    '/sessions?cursor=',
    '/sessions?state=sleeping',
    '/sessions?pushed=yes',
    '/sessions?since=yesterday',
    '/sessions?colour=red',
    '/sessions?limit=1&limit=2',
    '/events?cursor=W10',
    '/events/0',
    '/events/x',
    '/events/9999999999999999999',
    '/overview?days=0',
    '/overview?days=-1',
    '/overview?days=1.5',
    '/skills/NOT_A_NAME',
    '/skills/deploy-safely/versions/HEAD',
    '/live?after=-1',
    '/cost?by=colour',
    '/search',
    '/search?q=x&day=today',
    '/search?q=x&verdict=good',
    '/search?q=x&cursor=-1',
    '/search?q=x&cursor=9999',
    `/log?q=${'x'.repeat(201)}`,
    `/sessions/${'x'.repeat(300)}`,
  ])('to GET %s gets a problem that names it', async (place) => {
    const reply = await server.ask(`/api/v1${place}`)
    expect(reply.status).toBe(400)
    const problem = Problem.parse(await reply.json())
    expect(problem.detail).not.toBe('')
    expect(problem.remedy ?? problem.detail).not.toBe('')
  })

  it.each([
    '/sessions/none',
    '/sessions/none/timeline',
    '/lessons/none',
    '/tasks/none',
    '/findings/none',
    '/skills/none',
    '/skills/deploy-safely/versions/abcdef1234',
    '/runs/none',
    '/log/none',
    '/events/999999999',
  ])('to GET %s, which there is not, gets 404', async (place) => {
    const reply = await server.ask(`/api/v1${place}`)
    expect(reply.status).toBe(404)
    expect(Problem.parse(await reply.json()).remedy).not.toBeNull()
  })

  it('of any kind, on any route, never fails us and always ends', async () => {
    const names = Object.keys(routes).filter((name) => name !== 'GET /live')
    const word = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('..', '%00', '__proto__', 'constructor', '-1', '1e999', '9007199254740993'),
    )
    const request = fc.record({
      name: fc.constantFrom(...names),
      params: fc.array(word, { minLength: 2, maxLength: 2 }),
      query: fc.dictionary(
        fc.oneof(word, fc.constantFrom('limit', 'cursor', 'q', 'since', 'state', 'days', 'kind')),
        word,
        { maxKeys: 4 },
      ),
      body: fc.oneof(
        fc.jsonValue(),
        fc.constant({}),
        fc.record({ events: fc.array(fc.jsonValue()) }),
      ),
    })
    const property = fc.asyncProperty(request, async ({ name, params, query, body }) => {
      const [method = '', path = ''] = name.split(' ')
      let at = 0
      const place = path.replaceAll(/\{\w+\}/g, () => encodeSafely(params[at++] ?? '') || '-')
      const asked = new URLSearchParams(
        Object.entries(query).map(([k, v]): [string, string] => [wellFormed(k), wellFormed(v)]),
      )
      const reply = await empty.ask(`/api/v1${place}?${asked}`, {
        method,
        ...(method === 'POST'
          ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
          : {}),
      })
      expect([name, reply.status < 500]).toEqual([name, true])
      if (reply.status >= 400) Problem.parse(await reply.json())
      else await reply.arrayBuffer()
    })
    await fc.assert(property, { numRuns: 600 })
    expect(empty.logged).toEqual([])
  }, 120_000)
})

const wellFormed = (text: string): string => text.toWellFormed()
const encodeSafely = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replaceAll('.', '%2E')
