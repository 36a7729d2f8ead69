import assert from 'node:assert/strict'
import type { Specify } from './specify.js'
import { instant, recordKinds, sampleEvent, sampleState, sampleWrite } from './samples.js'

const finding = (n: number, state: string) =>
  sampleWrite('finding', { id: `id-${n}`, at: instant(n), state })

export function expireContract(specify: Specify): void {
  for (const kind of recordKinds) {
    specify(
      `deletes the oldest ${kind} records, up to the limit and the instant`,
      async (store) => {
        const write = (n: number) => sampleWrite(kind, { id: `id-${n}`, at: instant(n) })
        await store.add([4, 2, 1, 3].map(write))
        assert.equal(await store.expire(kind, instant(4), 2), 2)
        const oldest = { order: 'oldest' } as const
        assert.deepEqual(await store.list(kind, oldest), [write(3).record, write(4).record])
        assert.equal(await store.expire(kind, instant(4), 2), 1)
        assert.equal(await store.expire(kind, instant(4), 2), 0)
        assert.deepEqual(await store.list(kind), [write(4).record])
      },
    )
  }

  specify('deletes rows of one state only, where that is asked', async (store) => {
    await store.add([finding(1, 'open'), finding(2, 'resolved'), finding(3, 'resolved')])
    assert.equal(await store.expire('finding', instant(3), 500, 'resolved'), 1)
    const kept = [finding(1, 'open').record, finding(3, 'resolved').record]
    assert.deepEqual(await store.list('finding', { order: 'oldest' }), kept)
  })

  specify('deletes old events and never uses their numbers again', async (store) => {
    await store.add(
      [],
      [1, 2, 3].map((n) => sampleEvent({ at: instant(n), key: `k${n}` })),
    )
    assert.equal(await store.expire('event', instant(9), 500), 3)
    assert.deepEqual(await store.readEvents(), [])
    await store.add([], [sampleEvent()])
    assert.deepEqual(await store.readEvents(), [{ id: 4, ...sampleEvent() }])
  })

  specify('deletes sessions that nothing was heard of since', async (store) => {
    for (const n of [1, 2, 3]) {
      const state = sampleState({ sessionId: `s${n}`, updatedAt: instant(n) })
      await store.transact({ sessionId: state.sessionId, key: null }, () => ({
        state,
        events: [],
        writes: [],
        result: undefined,
      }))
    }
    assert.equal(await store.expire('session', instant(3), 500), 2)
    const kept = (await store.listSessions()).map(({ sessionId }) => sessionId)
    assert.deepEqual(kept, ['s3'])
  })

  specify('deletes cached values by their expiry', async (store) => {
    for (const n of [1, 2, 3]) await store.writeCache(`key-${n}`, 'value', instant(n))
    assert.equal(await store.expire('cache', instant(3), 500), 2)
    assert.equal(await store.readCache('key-3', instant(0)), 'value')
    assert.equal(await store.readCache('key-2', instant(0)), null)
  })

  specify('deletes nothing when there is nothing, or nothing is allowed', async (store) => {
    await store.add([sampleWrite('task')])
    assert.equal(await store.expire('verdict', instant(9), 500), 0)
    assert.equal(await store.expire('task', instant(9), 0), 0)
    assert.equal((await store.list('task')).length, 1)
  })
}
