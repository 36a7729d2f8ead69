import { expect, it, onTestFinished } from 'vitest'
import { openDueRowQueue } from '../../queue/due-rows.js'
import { openMemoryStore } from '../../store/memory.js'
import type { Store } from '../../store.js'
import { doDueWork, LEASE_MS, openPlan } from './due-work.js'
import type { DueWorkInput } from './due-work.js'

/** A server with one project, whose rows are deleted by `expire`. */
async function open(expire: Store['expire']) {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  let ms = Date.parse('2024-01-03T00:00:00.000Z')
  const now = () => new Date(ms)
  const ends: string[] = []
  const database = {
    listProjectNames: async () => ['shop'],
    openStore: async () => ({
      count: async () => 0,
      page: async () => ({ rows: [], next: null }),
      expire,
    }),
    access: { readSettings: async () => ({ keepDays: 365 }) },
    digests: { expire: async () => 0 },
  } as unknown as DueWorkInput['database']
  const input: DueWorkInput = {
    database,
    queue: openDueRowQueue(store, { now, leaseMs: LEASE_MS }),
    metrics: { countJob: ({ kind, end }) => void ends.push(`${kind} ${end}`) },
    now,
    log: () => undefined,
  }
  await openPlan(input)()
  return { input, ends, pass: (more: number) => void (ms += more) }
}

const { signal } = new AbortController()

it('plans the rest of what it had no time for, and does it', async () => {
  const stopping = new AbortController()
  const asked: string[] = []
  const { input, ends } = await open(async (kind) => {
    asked.push(kind)
    stopping.abort()
    return 0
  })
  await doDueWork(input, stopping.signal)
  expect([asked, ends]).toEqual([['episode'], ['team-retention done']])
  await doDueWork(input, signal)
  expect(asked.slice(0, 3)).toEqual(['episode', 'episode', 'session_outcome'])
  expect(ends.slice(1)).toEqual(['team-retention done', 'team-digest done'])
})

it('does again what failed, when its lease is over', async () => {
  let failures = 1
  const { input, ends, pass } = await open(async () => {
    failures -= 1
    if (failures === 0) throw new Error('The disk is full')
    return 0
  })
  await doDueWork(input, signal)
  expect(ends).toEqual(['team-retention failed', 'team-digest done'])
  await doDueWork(input, signal)
  expect(ends.length).toBe(2)
  pass(LEASE_MS)
  await doDueWork(input, signal)
  expect(ends[2]).toBe('team-retention done')
})
