import assert from 'node:assert/strict'
import type { Change } from '../../store.js'
import type { Specify } from './specify.js'
import { instant, sampleEvent, sampleWrite } from './samples.js'

const KEY = 'done:1'

const done = (at = instant(3)): Change<string> => ({
  writes: [sampleWrite('finding')],
  removes: [{ kind: 'due', id: 'id-1' }],
  events: [sampleEvent({ kind: 'done', key: KEY, at })],
  result: 'done',
})

export function onceContract(specify: Specify): void {
  specify('does a thing once, in one transaction', async (store) => {
    await store.add([sampleWrite('due')])
    assert.equal(await store.once(KEY, () => done()), 'done')
    assert.deepEqual([await store.list('due'), (await store.list('finding')).length], [[], 1])
    const events = await store.readEvents({ after: 1 })
    assert.deepEqual(
      events.map(({ kind, at, key }) => ({ kind, at, key })),
      [
        { kind: 'done', at: instant(3), key: KEY },
        { kind: 'record.finding', at: instant(1), key: null },
        { kind: 'record.due', at: instant(3), key: null },
      ],
    )
  })

  specify('does not ask again what is done', async (store) => {
    await store.once(KEY, () => done())
    const again = await store.once(KEY, () => {
      throw new Error('not asked')
    })
    assert.equal(again, null)
  })

  specify('is done by one of many callers', async (store) => {
    const all = await Promise.all(Array.from({ length: 10 }, () => store.once(KEY, () => done())))
    assert.deepEqual(
      all.filter((result) => result !== null),
      ['done'],
    )
    assert.equal((await store.readEvents({ kinds: ['done'] })).length, 1)
  })

  specify('may be left undone, for a later caller', async (store) => {
    assert.equal(await store.once(KEY, () => null), null)
    assert.deepEqual(await store.readEvents(), [])
    assert.equal(await store.once(KEY, () => done()), 'done')
  })

  specify('decides on the record that it is about, and on further keys', async (store) => {
    await store.add([sampleWrite('task')], [sampleEvent({ key: 'known' })])
    const seen: unknown[] = []
    const look = (record: unknown, logged: ReadonlySet<string>): null => {
      seen.push([record, [...logged]])
      return null
    }
    const alsoKeys = ['known', 'unknown']
    await store.once(KEY, look, { about: { kind: 'task', id: 'id-1' }, alsoKeys })
    await store.once(KEY, look, { about: { kind: 'task', id: 'id-2' } })
    await store.once(KEY, look)
    assert.deepEqual(seen, [
      [sampleWrite('task').record, ['known']],
      [null, []],
      [null, []],
    ])
  })

  specify('refuses a decision that does not log the key, and writes nothing', async (store) => {
    await assert.rejects(
      store.once(KEY, () => ({ ...done(), events: [] })),
      { code: 'usage' },
    )
    assert.deepEqual(await store.readEvents(), [])
  })

  specify('writes nothing when the decision throws or does not fit', async (store) => {
    await store.add([sampleWrite('due')])
    const thrown = store.once(KEY, () => {
      throw new TypeError('no')
    })
    await assert.rejects(thrown, TypeError)
    const writes = [{ kind: 'finding', record: {} } as never]
    await assert.rejects(
      store.once(KEY, () => ({ ...done(), writes })),
      { code: 'record-invalid' },
    )
    assert.equal((await store.list('due')).length, 1)
    assert.equal(await store.once(KEY, () => done()), 'done')
  })
}
