/**
 * The specification of a queue, as tests. A way to open a fresh, empty queue comes in; a suite goes
 * out that every adapter has to pass.
 */
import assert from 'node:assert/strict'
import type { Queue } from '../queue.js'
import type { DueRow } from '../schema/due-row.js'
import { instant } from './store-contract/samples.js'
import type { TestRunner } from './test-runner.js'

interface OpenedQueue {
  queue: Queue
  close(): Promise<void>
}

const LEASE = { leaseMs: 60_000 }
const row = (id: string, fields: Partial<DueRow> = {}): DueRow => ({
  id,
  sessionId: null,
  kind: 'digest',
  owner: 'server',
  dueAt: instant(1),
  expiresAt: instant(10_000),
  payload: { of: id },
  ...fields,
})
const take = (queue: Queue, now: string, kinds = ['digest'], limit?: number) =>
  queue.take({ kinds, now, ...LEASE, ...(limit === undefined ? {} : { limit }) })
const ids = (rows: readonly DueRow[]): string[] => rows.map(({ id }) => id)

const BEHAVIOURS: Record<string, (queue: Queue) => Promise<void>> = {
  'hands out what is due, oldest first, with its payload': async (queue) => {
    await queue.plan([row('b', { dueAt: instant(2) }), row('a'), row('c', { dueAt: instant(9) })])
    const taken = await take(queue, instant(3))
    assert.deepEqual(ids(taken), ['a', 'b'])
    assert.deepEqual(taken[0]?.payload, { of: 'a' })
  },
  'hands out the kinds that are asked for': async (queue) => {
    await queue.plan([row('a'), row('b', { kind: 'trial' }), row('c', { kind: 'retention' })])
    assert.deepEqual(ids(await take(queue, instant(3), ['trial', 'retention'])), ['b', 'c'])
    assert.deepEqual(await take(queue, instant(3), []), [])
  },
  'hands out no more than is asked for': async (queue) => {
    await queue.plan(['a', 'b', 'c'].map((id) => row(id)))
    assert.deepEqual(ids(await take(queue, instant(3), ['digest'], 2)), ['a', 'b'])
    assert.deepEqual(ids(await take(queue, instant(3), ['digest'], 2)), ['c'])
  },
  'gives each row to one of several takers': async (queue) => {
    const rows = Array.from({ length: 12 }, (_, n) => row(`row-${n + 10}`))
    await queue.plan(rows)
    const taken = await Promise.all([1, 2, 3].map(() => take(queue, instant(3))))
    assert.deepEqual(taken.flatMap(ids).sort(), ids(rows))
  },
  'hands a row out again when its taker did not settle it within the lease': async (queue) => {
    await queue.plan([row('a')])
    const [first] = await take(queue, instant(3))
    assert.deepEqual(await take(queue, instant(62)), [])
    const [second] = await take(queue, instant(63))
    assert.equal(second?.id, 'a')
    assert.equal(await queue.settle(first!, instant(64)), false)
    assert.equal(await queue.settle(second!, instant(64)), true)
  },
  'forgets a row that is settled, once': async (queue) => {
    await queue.plan([row('a')])
    const [taken] = await take(queue, instant(3))
    assert.equal(await queue.settle(taken!, instant(4)), true)
    assert.equal(await queue.settle(taken!, instant(4)), false)
    assert.deepEqual(await take(queue, instant(9_000)), [])
  },
  'moves a row that is planned again, and leaves its taker nothing to settle': async (queue) => {
    await queue.plan([row('a')])
    const [taken] = await take(queue, instant(3))
    await queue.plan([row('a', { dueAt: instant(5) })])
    assert.equal(await queue.settle(taken!, instant(4)), false)
    assert.deepEqual(ids(await take(queue, instant(5))), ['a'])
  },
  'postpones a row': async (queue) => {
    await queue.plan([row('a')])
    const [taken] = await take(queue, instant(3))
    assert.equal(await queue.postpone(taken!, instant(500)), true)
    assert.equal(await queue.postpone(taken!, instant(600)), false)
    assert.deepEqual(await take(queue, instant(499)), [])
    assert.deepEqual(ids(await take(queue, instant(500))), ['a'])
  },
  'drops what has expired, and still fills the limit': async (queue) => {
    const expired = ['expired-1', 'expired-2'].map((id) => row(id, { expiresAt: instant(2) }))
    await queue.plan([...expired, row('live')])
    assert.deepEqual(ids(await take(queue, instant(3), ['digest'], 1)), ['live'])
    assert.equal(await queue.cancel('expired-1', instant(3)), false)
  },
  'cancels a row, whoever has it': async (queue) => {
    await queue.plan([row('a')])
    const [taken] = await take(queue, instant(3))
    assert.equal(await queue.cancel('a', instant(4)), true)
    assert.equal(await queue.cancel('a', instant(4)), false)
    assert.equal(await queue.settle(taken!, instant(4)), false)
  },
  'tells when the next row is due': async (queue) => {
    assert.equal(await queue.nextAt(['digest']), null)
    await queue.plan([row('a', { dueAt: instant(7) }), row('b', { kind: 'trial' })])
    assert.equal(await queue.nextAt(['digest']), instant(7))
    assert.equal(await queue.nextAt(['digest', 'trial']), instant(1))
    assert.equal(await queue.nextAt([]), null)
  },
}

/** Holds a queue to the contract. `open` gives every test a fresh, empty one. */
export function queueContract(
  name: string,
  open: () => Promise<OpenedQueue>,
  { describe, it }: TestRunner,
): void {
  describe(`${name} as a queue`, () => {
    for (const [title, behave] of Object.entries(BEHAVIOURS)) {
      it(title, async () => {
        const { queue, close } = await open()
        try {
          await behave(queue)
        } finally {
          await close()
        }
      })
    }
  })
}
