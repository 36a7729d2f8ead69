import { beforeEach, expect, it } from 'vitest'
import { Draw } from '../../test/support/seed/draw.js'
import { seedRecords } from '../../test/support/seed/seed-project.js'
import { openMemoryStore } from '../store/memory.js'
import type { Store, StoreRow } from '../store.js'
import { bringUpSums, rebuildSums } from './bring-up.js'
import { readAllDays, readDays, sumDays } from './read-sums.js'

const NOW = new Date('2026-03-01T09:00:00.000Z')
let store: Store

async function* seeded(): AsyncGenerator<StoreRow> {
  yield* seedRecords(new Draw(7), NOW, { sessions: 8, lessons: 4, tasks: 2 }).rows()
}

beforeEach(async () => {
  store = await openMemoryStore()
  await store.importRows(seeded())
  return () => store.close()
})

/** The bytes of what is kept, from a day on. */
async function keptFrom(day = ''): Promise<string> {
  const kinds = await Promise.all(['day', 'lesson', 'unit'].map((kind) => store.readSums({ kind })))
  const [days = [], lessons, units] = kinds
  const shown = day === '' ? [lessons, units] : []
  return JSON.stringify([days.filter(({ id }) => id > day), ...shown])
}

it('counts anew, byte for byte, what it counted before', async () => {
  await bringUpSums(store)
  const kept = await keptFrom()
  expect(kept.length).toBeGreaterThan(5000)
  await rebuildSums(store)
  expect(await keptFrom()).toBe(kept)
})

it('comes to the same whether lines came at once, late or after a kill in the middle', async () => {
  await bringUpSums(store)
  const whole = await keptFrom()
  await store.close()

  store = await openMemoryStore()
  await store.importRows(seeded())
  // Dies between two transactions, as a killed process would, again and again.
  for (const after of [0, 1]) {
    const dying = dyingAfter(store, after)
    await expect(bringUpSums(dying)).rejects.toThrow('killed')
  }
  await bringUpSums(store)
  expect(await keptFrom()).toBe(whole)

  const [run] = await store.list('run', { limit: 1, order: 'oldest' })
  const late = { ...run!, id: 'late-run' }
  await store.add([{ kind: 'run', record: late }])
  await bringUpSums(store)
  const counted = await keptFrom()
  expect(counted).not.toBe(whole)
  await rebuildSums(store)
  expect(await keptFrom()).toBe(counted)
})

it('keeps what was counted of days whose rows are gone, also when late rows come', async () => {
  await bringUpSums(store)
  const before = '2026-02-10T12:00:00.000Z'
  const old = (await store.readSums({ kind: 'day' })).filter(({ id }) => id <= '2026-02-10')
  const [run] = await store.list('run', { limit: 1, order: 'oldest' })
  for (const kind of ['event', 'session', 'verdict', 'run'] as const) {
    await store.expire(kind, before, 1_000_000)
  }
  await store.add([{ kind: 'run', record: { ...run!, id: 'late-run' } }])
  await bringUpSums(store)
  const after = (await store.readSums({ kind: 'day' })).filter(({ id }) => id <= '2026-02-10')
  expect(after).toEqual(old)
  const kept = await keptFrom('2026-02-10')
  await rebuildSums(store)
  expect(await keptFrom('2026-02-10')).toBe(kept)
  expect((await store.readSums({ kind: 'day' })).filter(({ id }) => id <= '2026-02-10')).toEqual(
    old,
  )
})

it('two that count at the same time count nothing twice', async () => {
  await bringUpSums(store)
  const kept = await keptFrom()
  await store.close()
  store = await openMemoryStore()
  await store.importRows(seeded())
  // Two handles stand for two processes: neither knows that the other is at it.
  await Promise.all([bringUpSums(dyingAfter(store, Infinity)), bringUpSums(store)])
  expect(await keptFrom()).toBe(kept)
})

it('has all days added up in one row, also after a process that keeps none counted', async () => {
  const expectTotal = async () => {
    const asked: unknown[] = []
    expect(await readAllDays(asking(store, asked))).toEqual(sumDays(await readDays(store)))
    return asked.some((query) => !Object.hasOwn(query as object, 'ids')) ? 'added up' : 'one row'
  }
  expect(await expectTotal()).toBe('added up')
  expect(await expectTotal()).toBe('one row')
  const [day] = await store.readSums({ kind: 'day' })
  await store.keepSums([{ ...day!, body: { event: 5000 } }], await store.readSumMark())
  expect(await expectTotal()).toBe('added up')
  await store.expire('event', '2026-02-10T12:00:00.000Z', 1_000_000)
  const [run] = await store.list('run', { limit: 1, order: 'oldest' })
  await store.add([{ kind: 'run', record: { ...run!, id: 'late-run' } }])
  await bringUpSums(store)
  expect(await expectTotal()).toBe('one row')
  await rebuildSums(store)
  expect(await expectTotal()).toBe('one row')
})

/** Notes what sums are asked for. */
const asking = (asked: Store, queries: unknown[]): Store =>
  new Proxy(asked, {
    get(target, name: keyof Store) {
      const method = (target[name] as (...args: unknown[]) => unknown).bind(target)
      return (...args: unknown[]) => {
        if (name === 'readSums') queries.push(args[0])
        return method(...args)
      }
    },
  })

function dyingAfter(alive: Store, transactions: number): Store {
  let done = 0
  return new Proxy(alive, {
    get(target, name: keyof Store) {
      const method = (target[name] as (...args: unknown[]) => unknown).bind(target)
      if (name !== 'keepSums') return method
      return (...args: unknown[]) => {
        done += 1
        if (done > transactions) throw new Error('killed')
        return method(...args)
      }
    },
  })
}
