import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/open-test-database.js'
import type { TestDatabase } from '../../../test/support/open-test-database.js'
import { openPgBossQueue } from '../../queue/pg-boss.js'
import type { PgBossQueue } from '../../queue/pg-boss.js'
import { openPostgres } from '../../store/postgres.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import { sampleEvent, sampleWrite } from '../../testing/store-contract/samples.js'
import { doDueWork, openPlan, TEAM_JOBS } from './due-work.js'
import type { DueWorkInput } from './due-work.js'

let server: TestDatabase
const databases: PostgresDatabase[] = []
const queues: PgBossQueue[] = []

beforeAll(async () => {
  server = await openTestDatabase()
  for (let n = 0; n < 2; n += 1) {
    databases.push(await openPostgres(server.url))
    const options = { url: server.url, kinds: TEAM_JOBS, leaseMs: 60_000 }
    queues.push(await openPgBossQueue({ ...options, onError: () => undefined }))
  }
})
afterAll(async () => {
  for (const queue of queues) await queue.close()
  for (const database of databases) await database.close()
  await server.close()
})

/** Two servers that look at the same time; returns what they did. */
async function look(now: string): Promise<string[]> {
  const said: string[] = []
  const servers = databases.map((database, n): DueWorkInput => ({
    database,
    queue: queues[n]!,
    metrics: { countJob: ({ kind, end }) => void (end === 'done' || said.push(`${kind} ${end}`)) },
    now: () => new Date(now),
    log: (line) => void said.push(line),
  }))
  const { signal } = new AbortController()
  await Promise.all(servers.map((input) => openPlan(input)()))
  await Promise.all(servers.map((input) => doDueWork(input, signal)))
  return said.sort()
}

it('old rows go once, whichever of two servers does it, and not again before the next day', async () => {
  const store = await databases[0]!.openStore({ project: 'old' })
  const addOld = () =>
    store.add(
      [sampleWrite('episode', { at: '2022-06-01T00:00:00.000Z' })],
      [
        sampleEvent({ at: '2022-06-01T00:00:00.000Z' }),
        sampleEvent({ at: '2023-12-01T00:00:00.000Z' }),
      ],
    )
  await addOld()
  await databases[0]!.digests.keep('old', { week: '2022-06-06', sections: [] })
  expect(await look('2024-01-03T00:00:00.000Z')).toEqual(['old: 4 rows were older than 365 days'])
  expect(await store.count('episode')).toBe(0)
  expect(await databases[0]!.digests.list('old', 5)).toEqual([])
  expect((await store.readEvents({ kinds: ['agent.tested'] })).length).toBe(1)
  await addOld()
  expect(await look('2024-01-03T23:00:00.000Z')).toEqual([])
  expect(await look('2024-01-04T01:00:00.000Z')).toHaveLength(1)
})

it('a project that says so keeps its rows for longer', async () => {
  const store = await databases[0]!.openStore({ project: 'long' })
  await store.add([sampleWrite('episode', { at: '2022-06-01T00:00:00.000Z' })])
  const by = { project: 'long', actor: 'ada', now: '2024-02-01T00:00:00.000Z' }
  await databases[0]!.access.changeSettings({ keepDays: 3650, ...by })
  expect(await look('2024-02-01T00:00:00.000Z')).toEqual([])
  expect(await store.count('episode')).toBe(1)
})

it('a week is told once, on the Monday after it, and a week without rows is not', async () => {
  const store = await databases[0]!.openStore({ project: 'week' })
  const rows: ['session_outcome' | 'episode', at: string, state: string][] = [
    ['session_outcome', '2024-03-05T10:00:00.000Z', 'completed'],
    ['session_outcome', '2024-03-10T23:59:00.000Z', 'failed'],
    ['session_outcome', '2024-03-11T00:00:00.000Z', 'failed'],
    ['episode', '2024-03-06T10:00:00.000Z', 'resolved'],
    ['episode', '2024-03-07T10:00:00.000Z', 'abandoned'],
  ]
  await store.add(rows.map(([kind, at, state]) => sampleWrite(kind, { id: at, at, state })))
  const told = async () => (await look('2024-03-11T08:00:00.000Z')).filter(isOfWeek)
  expect(await told()).toEqual(['week: the digest of the week of 2024-03-04 is there'])
  expect(await told()).toEqual([])
  const [digest, older] = await databases[1]!.digests.list('week', 5)
  expect([digest?.week, older]).toEqual(['2024-03-04', undefined])
  const lines = digest!.sections.map(({ title, lines: [first] }) => `${title}: ${first}`)
  expect(lines[0]).toBe(
    'What was done: 2 sessions ended: 1 completed, 1 failed, 0 waiting for a person, 0 aborted, 0 unknown.',
  )
  expect(lines[1]).toMatch(/^What went red: .*: 2 times, 1 made green$/)
})

const isOfWeek = (line: string): boolean => line.startsWith('week: the digest')
