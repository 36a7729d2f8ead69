import assert from 'node:assert/strict'
import type { Specify } from './specify.js'
import { instant, sampleWrite } from './samples.js'

export function dueContract(specify: Specify): void {
  specify('lists due rows by what is due', async (store) => {
    await store.add([
      row('b', 'nudge', instant(2)),
      row('a', 'nudge', instant(1)),
      row('c', 'look', instant(1)),
    ])
    const ids = async (query: { kind: string; before?: string }) =>
      (await store.list('due', { ...query, order: 'oldest' })).map(({ id }) => id)
    assert.deepEqual(await ids({ kind: 'nudge' }), ['a', 'b'])
    assert.deepEqual(await ids({ kind: 'nudge', before: instant(2) }), ['a'])
    assert.deepEqual(await ids({ kind: 'look' }), ['c'])
    assert.deepEqual(await ids({ kind: 'other' }), [])
    assert.equal((await store.page('due', { kind: 'nudge', limit: 1 })).next?.id, 'b')
  })
}

const row = (id: string, subject: string, at: string) => sampleWrite('due', { id, subject, at })
