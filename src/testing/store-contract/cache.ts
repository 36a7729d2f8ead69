import assert from 'node:assert/strict'
import type { Specify } from './specify.js'
import { instant } from './samples.js'

export function cacheContract(specify: Specify): void {
  specify('gives a value back until its expiry', async (store) => {
    await store.writeCache('key', 'value', instant(2))
    assert.equal(await store.readCache('key', instant(1)), 'value')
    assert.equal(await store.readCache('key', instant(2)), null)
    assert.equal(await store.readCache('other', instant(1)), null)
  })

  specify('replaces value and expiry', async (store) => {
    await store.writeCache('key', 'old', instant(2))
    await store.writeCache('key', 'new', instant(4))
    assert.equal(await store.readCache('key', instant(3)), 'new')
    await store.writeCache('key', '', instant(9))
    assert.equal(await store.readCache('key', instant(8)), '')
  })

  specify('lets one caller claim a key until its expiry', async (store) => {
    const claim = (value: string, now: number, end: number) =>
      store.claimCache('key', value, { now: instant(now), expiresAt: instant(end) })
    assert.equal(await claim('first', 1, 3), true)
    assert.equal(await claim('second', 2, 9), false)
    assert.equal(await store.readCache('key', instant(2)), 'first')
    assert.equal(await claim('third', 3, 9), true)
    assert.equal(await store.readCache('key', instant(4)), 'third')
  })

  specify('leaves no trace in the log', async (store) => {
    await store.writeCache('key', 'value', instant(2))
    assert.deepEqual(await store.readEvents(), [])
  })
}
