import assert from 'node:assert/strict'
import type { Specify } from './specify.js'

const AT = '2026-03-01T00:00:00.000Z'
const sum = (id: string, place: string | null = null, at = AT) => ({
  kind: 'day',
  id,
  at,
  place,
  body: { event: 1 },
})

/** Sums are kept under a mark that only one of several writers can move. */
export function sumContract(specify: Specify): void {
  specify('keeps sums with their mark, and drops those without a body', async (store) => {
    assert.deepEqual(await store.readSumMark(), {
      counted: null,
      revision: 0,
      expiredBefore: null,
    })
    assert.equal(await store.keepSums([sum('a'), sum('b')], { counted: 7, revision: 0 }), true)
    const dropped = { ...sum('a'), body: null }
    assert.equal(await store.keepSums([dropped], { counted: 9, revision: 1 }), true)
    assert.deepEqual(await store.readSums({ kind: 'day' }), [sum('b')])
    const { counted, revision } = await store.readSumMark()
    assert.deepEqual([counted, revision], [9, 2])
  })

  specify('refuses sums that were counted from an older revision', async (store) => {
    await store.keepSums([sum('a')], { counted: 7, revision: 0 })
    assert.equal(await store.keepSums([sum('late')], { counted: 8, revision: 0 }), false)
    assert.deepEqual(await store.readSums({ kind: 'day' }), [sum('a')])
  })

  specify('finds sums by id, by time and by place', async (store) => {
    const later = '2026-03-02T00:00:00.000Z'
    const all = [sum('low', '1'), sum('none'), sum('high', '2', later)]
    await store.keepSums(all, { counted: 1, revision: 0 })
    const ids = async (query: object) =>
      (await store.readSums({ kind: 'day', ...query })).map(({ id }) => id)
    assert.deepEqual(await ids({ ids: ['none', 'missing'] }), ['none'])
    assert.deepEqual(await ids({ since: later }), ['high'])
    assert.deepEqual(await ids({ best: 5 }), ['high', 'low'])
    assert.deepEqual(await ids({ best: 1 }), ['high'])
    assert.deepEqual(await store.readSums({ kind: 'lesson' }), [])
  })

  specify('says up to when rows were deleted with their age', async (store) => {
    const event = { kind: 'note', at: '2026-01-01T00:00:00.000Z', sessionId: null, key: null }
    await store.add([], [{ ...event, body: {} }])
    await store.expire('event', '2025-01-01T00:00:00.000Z', 10)
    assert.equal((await store.readSumMark()).expiredBefore, null)
    await store.expire('event', '2026-02-01T00:00:00.000Z', 10)
    assert.equal((await store.readSumMark()).expiredBefore, '2026-02-01T00:00:00.000Z')
  })
}
