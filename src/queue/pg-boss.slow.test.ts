import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../test/support/open-test-database.js'
import type { TestDatabase } from '../../test/support/open-test-database.js'
import { queueContract } from './__fixtures__/queue-contract.js'
import { openPgBossQueue } from './pg-boss.js'

let server: TestDatabase
beforeAll(async () => void (server = await openTestDatabase()))
afterAll(() => server.close())

/** The server goes before the last connection is closed. */
const onError = () => undefined
let queues = 0
queueContract(
  'pg-boss',
  async (terms) => {
    queues += 1
    const schema = `jobs_${queues}`
    const options = { ...terms, url: server.url, schema, lookEveryMs: 1000, onError }
    const queue = await openPgBossQueue(options)
    return { queue, now: () => new Date(), pass: () => wait(100), close: queue.close }
  },
  { describe, it },
)

it('is made once when several servers start at the same time, and counts what waits', async () => {
  const options = { url: server.url, kinds: ['a', 'b'], leaseMs: 60_000, onError }
  const all = await Promise.all([1, 2, 3, 4].map(() => openPgBossQueue(options)))
  const job = { id: 'one', kind: 'a', dueAt: '2030-01-01T00:00:00.000Z', payload: {} }
  await Promise.all(all.map((queue) => queue.plan([job])))
  expect(await all[3]!.countWaiting()).toEqual({ a: 1, b: 0 })
  for (const queue of all) await queue.close()
})
