import assert from 'node:assert/strict'
import type { StoreRow } from '../../store.js'
import { each, readAll } from './rows.js'
import type { Specify } from './specify.js'
import { instant, recordKinds, sampleEvent, sampleState, sampleWrite } from './samples.js'

/** One of everything, and more events than a reader takes at a time. */
const everything: readonly StoreRow[] = [
  ...Array.from({ length: 1201 }, (_, index) => ({
    kind: 'event' as const,
    row: {
      id: (index + 1) * 2,
      ...sampleEvent({ key: index === 7 ? 'k' : null, body: { index } }),
    },
  })),
  { kind: 'session', row: sampleState() },
  ...recordKinds.flatMap((kind) =>
    ['id-1', 'id-2'].map(
      (id) => ({ kind, row: sampleWrite(kind, { id, at: instant(1) }).record }) as StoreRow,
    ),
  ),
]

export function transferContract(specify: Specify): void {
  specify('hands out what it was filled with, in the same order', async (store) => {
    assert.equal(await store.importRows(each(everything)), everything.length)
    assert.deepEqual(await readAll(store), everything)
  })

  specify('goes on numbering after the last event that came', async (store) => {
    await store.importRows(each(everything))
    await store.add([], [sampleEvent()])
    const [newest] = await store.readEvents({ order: 'newest', limit: 1 })
    assert.equal(newest?.id, 2403)
  })

  specify('is filled whole or not at all', async (store) => {
    const broken = { kind: 'verdict', row: { id: 'x' } } as unknown as StoreRow
    await assert.rejects(store.importRows(each([...everything.slice(0, 9), broken])), {
      code: 'record-invalid',
    })
    assert.deepEqual(await readAll(store), [])
  })

  specify('is not filled when it holds anything', async (store) => {
    await store.add([sampleWrite('task')])
    const before = await readAll(store)
    await assert.rejects(store.importRows(each(everything)), { code: 'usage' })
    assert.deepEqual(await readAll(store), before)
  })

  specify('stops handing out when the taker fails', async (store) => {
    await store.importRows(each(everything))
    let taken = 0
    const take = () => {
      taken += 1
      throw new Error('full')
    }
    await assert.rejects(store.exportRows(take), { message: 'full' })
    assert.equal(taken, 1)
    assert.equal((await readAll(store)).length, everything.length)
  })

  specify('loses nothing by compacting', async (store) => {
    await store.importRows(each(everything))
    await store.expire('event', instant(9), 1000)
    const before = await readAll(store)
    await store.compact()
    assert.deepEqual(await readAll(store), before)
  })
}
