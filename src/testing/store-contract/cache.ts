import assert from 'node:assert/strict'
import type { Specify } from '../store-contract.js'
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

  specify('leaves no trace in the log', async (store) => {
    await store.writeCache('key', 'value', instant(2))
    assert.deepEqual(await store.readEvents(), [])
  })
}
