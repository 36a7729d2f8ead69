import assert from 'node:assert/strict'
import type { Specify } from './specify.js'
import { instant, sampleEvent, sampleState, sampleWrite } from './samples.js'

export function lifeContract(specify: Specify): void {
  specify('has everything again after it was closed and opened', async (store, { reopen }) => {
    await store.transact({ sessionId: 'session-a', key: null }, () => ({
      state: sampleState(),
      events: [sampleEvent({ key: 'k' })],
      writes: [sampleWrite('lesson')],
      result: null,
    }))
    await store.writeCache('key', 'value', instant(9))
    const events = await store.readEvents()
    const again = (await reopen?.()) ?? store
    assert.deepEqual(await again.readEvents(), events)
    assert.deepEqual(await again.readSession('session-a'), sampleState())
    assert.deepEqual(await again.list('lesson'), [sampleWrite('lesson').record])
    assert.equal(await again.readCache('key', instant(1)), 'value')
    await again.add([], [sampleEvent({ key: 'k' }), sampleEvent()])
    assert.deepEqual(await again.readEvents({ after: 2 }), [{ id: 3, ...sampleEvent() }])
  })

  specify(
    'finishes what it was asked before it closes, and refuses what comes after',
    async (store) => {
      const last = store.add([sampleWrite('task')])
      await store.close()
      await last
      await assert.rejects(store.add([sampleWrite('task')]), { code: 'store-unavailable' })
      await assert.rejects(store.list('task'), { code: 'store-unavailable' })
    },
  )

  specify('can be closed twice', async (store) => {
    await store.close()
    await store.close()
  })
}
