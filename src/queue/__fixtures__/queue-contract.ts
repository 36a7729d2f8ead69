/**
 * The specification of a queue, as tests. A way to open a fresh, empty queue comes in; a suite goes
 * out that every adapter has to pass.
 */
import assert from 'node:assert/strict'
import type { Job, Queue, TakenJob } from '../../queue.js'
import type { TestRunner } from '../../testing/test-runner.js'

export interface OpenedQueue {
  queue: Queue
  /** The clock that the queue follows. */
  now(): Date
  /** Lets some of its time pass: less than a lease. */
  pass(): Promise<void>
  close(): Promise<void>
}

/** What the queue is opened with. */
export interface QueueTerms {
  kinds: readonly string[]
  leaseMs: number
}

const TERMS: QueueTerms = { kinds: ['digest', 'trial', 'retention'], leaseMs: 1000 }
const MAX_LOOKS = 200

type Plan = (id: string, fields?: Partial<Job>) => Job

interface Opened extends OpenedQueue {
  job: Plan
  /** Waits until something is due. */
  takeNext(): Promise<TakenJob[]>
}

const take = ({ queue }: Opened, kinds = ['digest'], limit = 20) => queue.take(kinds, limit)
const ids = (jobs: readonly TakenJob[]): string[] => jobs.map(({ id }) => id).sort()

const BEHAVIOURS: Record<string, (opened: Opened) => Promise<void>> = {
  'hands out what is due, with its payload': async (opened) => {
    const { queue, job } = opened
    await queue.plan([job('a'), job('b'), job('later', { dueAt: '2099-01-01T00:00:00.000Z' })])
    const taken = await opened.takeNext()
    assert.deepEqual(ids(taken), ['a', 'b'])
    const first = taken.find(({ id }) => id === 'a')
    assert.deepEqual([first?.kind, first?.payload], ['digest', { of: 'a' }])
  },
  'hands out the kinds that are asked for': async (opened) => {
    const { queue, job } = opened
    await queue.plan([job('a'), job('b', { kind: 'trial' }), job('c', { kind: 'retention' })])
    assert.deepEqual(ids(await take(opened, ['trial', 'retention'])), ['b', 'c'])
    assert.deepEqual(await take(opened, []), [])
  },
  'has a key of its own for each kind': async (opened) => {
    const { queue, job } = opened
    await queue.plan([job('a'), job('a', { kind: 'trial' })])
    const taken = await take(opened, ['digest', 'trial'])
    assert.deepEqual(ids(taken), ['a', 'a'])
    for (const one of taken) assert.equal(await queue.settle(one), true)
  },
  'hands out no more than is asked for': async (opened) => {
    const { queue, job } = opened
    await queue.plan(['a', 'b', 'c'].map((id) => job(id)))
    const [some, rest] = [await take(opened, ['digest'], 2), await take(opened, ['digest'], 2)]
    assert.deepEqual([some.length, ids([...some, ...rest])], [2, ['a', 'b', 'c']])
  },
  'gives each job to one of several takers': async (opened) => {
    const jobs = Array.from({ length: 12 }, (_, n) => opened.job(`job-${n + 10}`))
    await opened.queue.plan(jobs)
    const taken = await Promise.all([1, 2, 3].map(() => take(opened)))
    assert.deepEqual(
      ids(taken.flat()),
      jobs.map(({ id }) => id),
    )
  },
  'hands out a job when it is due and not before': async (opened) => {
    const dueAt = new Date(opened.now().getTime() + 1500)
    await opened.queue.plan([opened.job('a', { dueAt: dueAt.toISOString() })])
    assert.deepEqual(await take(opened), [])
    assert.deepEqual(ids(await opened.takeNext()), ['a'])
    assert.ok(opened.now() >= dueAt)
  },
  'hands a job out again when its taker did not settle it within the lease': async (opened) => {
    const { queue, job } = opened
    await queue.plan([job('a')])
    const [first] = await take(opened)
    assert.deepEqual(await take(opened), [])
    const [second] = await opened.takeNext()
    assert.equal(second?.id, 'a')
    assert.equal(await queue.settle(first!), false)
    assert.equal(await queue.settle(second!), true)
  },
  'is done with a job that is settled, once': async (opened) => {
    const { queue, job } = opened
    await queue.plan([job('a')])
    const [taken] = await take(opened)
    assert.equal(await queue.settle(taken!), true)
    assert.equal(await queue.settle(taken!), false)
  },
  'knows a key while its job waits, is taken and was settled': async (opened) => {
    const { queue, job } = opened
    const again = () => queue.plan([job('a', { payload: { of: 'another' } })])
    await Promise.all([queue.plan([job('a'), job('a')]), queue.plan([job('a')])])
    await again()
    const taken = await take(opened)
    assert.deepEqual([ids(taken), taken[0]?.payload], [['a'], { of: 'a' }])
    await again()
    assert.deepEqual(await take(opened), [])
    assert.equal(await queue.settle(taken[0]!), true)
    await again()
    assert.deepEqual(await take(opened), [])
  },
}

/** Holds a queue to the contract. `open` gives every test a fresh, empty one. */
export function queueContract(
  name: string,
  open: (terms: QueueTerms) => Promise<OpenedQueue>,
  { describe, it }: TestRunner,
): void {
  describe(`${name} as a queue`, () => {
    for (const [title, behave] of Object.entries(BEHAVIOURS)) {
      it(title, async () => {
        const opened = await open(TERMS)
        try {
          await behave(withHelp(opened))
        } finally {
          await opened.close()
        }
      })
    }
  })
}

function withHelp(opened: OpenedQueue): Opened {
  const past = new Date(opened.now().getTime() - 60_000).toISOString()
  return {
    ...opened,
    job: (id, fields = {}) => ({ id, kind: 'digest', dueAt: past, payload: { of: id }, ...fields }),
    async takeNext() {
      for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
        const taken = await opened.queue.take(TERMS.kinds, 20)
        if (taken.length > 0) return taken
        await opened.pass()
      }
      throw new Error('Nothing became due')
    },
  }
}
