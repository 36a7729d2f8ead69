import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Config } from '../schema/config.js'
import type { RecordKind, RecordWrite } from '../schema/records.js'
import type { Store } from '../store.js'
import {
  recordKinds,
  sampleEvent,
  sampleState,
  sampleWrite,
} from '../testing/store-contract/samples.js'
import { openMemoryStore } from './memory.js'
import { expireDaily, expireOld } from './retention.js'

const NOW = new Date('2032-01-01T12:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
const { retention } = Config.parse({})

let store: Store
beforeEach(async () => {
  store = await openMemoryStore()
})
afterEach(() => store.close())

const LIMITS = {
  event: 90,
  interaction: 90,
  model_call: 180,
  verdict: 180,
  run: 180,
  outcome: 180,
  exposure: 365,
  recall: 365,
  episode: 365,
  memory: 365,
  outbox: 30,
} as const

const EXPIRING: Partial<Record<RecordKind, string>> = { finding: 'resolved', outbox: 'sent' }
const KEPT = [
  'lesson',
  'task',
  'skill_change',
  'check',
  'skill_state',
  'trial',
  'self_line',
] as const

describe('expireOld', () => {
  it('keeps each table for as long as the config says', async () => {
    for (const kind of recordKinds) {
      const days = LIMITS[kind as keyof typeof LIMITS] ?? 180
      const expiring = EXPIRING[kind]
      const state = expiring === undefined ? {} : { state: expiring }
      await store.add([
        sampleWrite(kind, { id: 'old', at: daysAgo(days + 1), ...state }),
        sampleWrite(kind, { id: 'new', at: daysAgo(days - 1), ...state }),
      ])
    }
    await store.writeCache('old', 'x', daysAgo(1))
    await store.writeCache('new', 'x', daysAgo(-1))
    for (const days of [89, 91]) {
      const state = sampleState({ sessionId: `${days}`, updatedAt: daysAgo(days) })
      const reduce = () => ({ state, events: [], writes: [], result: undefined })
      await store.transact({ sessionId: state.sessionId, key: null }, reduce)
    }
    const expired = await expireOld(store, retention, { now: NOW, limit: 1e6 })
    const { event, due, ...rest } = expired
    expect({ event: event! > 0, due, rest }).toEqual({
      event: true,
      due: 2,
      rest: {
        cache: 1,
        session: 1,
        interaction: 1,
        model_call: 1,
        verdict: 1,
        demand: 1,
        run: 1,
        check_run: 1,
        episode: 1,
        outcome: 1,
        session_outcome: 1,
        finding: 1,
        exposure: 1,
        recall: 1,
        memory: 1,
        outbox: 1,
      },
    })
    for (const kind of KEPT) expect(await store.list(kind)).toHaveLength(2)
  })

  it('drops a due row by its own expiry, however late it is', async () => {
    const row = (id: string, due: number, expires: number) => {
      const write = sampleWrite('due', { id, at: daysAgo(due) }) as RecordWrite & { kind: 'due' }
      return { ...write, record: { ...write.record, expiresAt: daysAgo(expires) } }
    }
    await store.add([row('late', 60, -30), row('over', 2, 1), row('ahead', -3, -9)])
    await store.expire('event', daysAgo(-9999), 1e6)
    expect((await expireOld(store, retention, { now: NOW, limit: 10 })).due).toBe(1)
    const left = await store.list('due', { order: 'oldest' })
    expect(left.map(({ id }) => id)).toEqual(['late', 'ahead'])
  })

  it('looks beyond many late rows for those that are over', async () => {
    const write = (n: number) => sampleWrite('due', { id: `${n}`, at: daysAgo(300 - n / 1000) })
    const rows = Array.from({ length: 450 }, (_, n) => write(n) as RecordWrite & { kind: 'due' })
    const over = (n: number) => daysAgo(n >= 440 ? 1 : -1)
    await store.add(
      rows.map((row, n) => ({ ...row, record: { ...row.record, expiresAt: over(n) } })),
    )
    await store.expire('event', daysAgo(-9999), 1e6)
    expect((await expireOld(store, retention, { now: NOW, limit: 4 })).due).toBe(4)
    expect((await expireOld(store, retention, { now: NOW, limit: 400 })).due).toBe(6)
  })

  it('keeps an open finding and what waits to be sent, whatever their age', async () => {
    await store.add([
      sampleWrite('finding', { state: 'open', at: daysAgo(9999) }),
      sampleWrite('outbox', { state: 'waiting', at: daysAgo(9999) }),
    ])
    await store.expire('event', daysAgo(0), 1e6)
    expect(await expireOld(store, retention, { now: NOW, limit: 10 })).toEqual({})
  })
})

const addOld = (count: number) =>
  store.add(
    [],
    Array.from({ length: count }, () => sampleEvent({ at: daysAgo(400) })),
  )

describe('expireDaily', () => {
  it('deletes at most 500 rows, once a day', async () => {
    await addOld(1200)
    expect(await expireDaily(store, retention, NOW)).toEqual({ event: 500 })
    expect(await expireDaily(store, retention, new Date('2032-01-01T23:59:59.999Z'))).toBeNull()
    const days = [
      '2032-01-02T00:00:00.000Z',
      '2032-01-03T00:00:00.000Z',
      '2032-01-04T09:00:00.000Z',
    ]
    const later = []
    for (const day of days) later.push(await expireDaily(store, retention, new Date(day)))
    expect(later).toEqual([{ event: 500 }, { event: 200 }, {}])
  })

  it('is done by one of many processes', async () => {
    await addOld(3000)
    const done = await Promise.all([1, 2, 3].map(() => expireDaily(store, retention, NOW)))
    expect(done.filter((expired) => expired !== null)).toEqual([{ event: 500 }])
  })
})
