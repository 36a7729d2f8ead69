import assert from 'node:assert/strict'
import type { RecordOf, RecordWrite } from '../../schema/records.js'
import type { MemoryQuery, Store } from '../../store.js'
import type { Specify } from './specify.js'
import { instant, sampleWrite } from './samples.js'

export function searchMemoryContract(specify: Specify): void {
  const questions: [title: string, query: MemoryQuery, ids: string[]][] = [
    ['by a word', { words: ['kettle'] }, ['tea']],
    ['by any of several words', { words: ['kettle', 'lantern'] }, ['walk', 'tea']],
    ['the one with more of the words first', { words: ['path', 'lantern'] }, ['walk', 'tea']],
    ['in any letter case and without accents', { words: ['CAFE'] }, ['tea']],
    ['of one owner', { words: ['path'], owner: 'ada' }, ['tea']],
    ['of an owner by the whole name', { words: ['path'], owner: 'ad' }, []],
    ['from before an instant', { words: ['path'], before: instant(2) }, ['tea']],
    ['a few', { words: ['path', 'lantern'], limit: 1 }, ['walk']],
    ['nothing for nothing', { words: [] }, []],
    ['nothing for blanks and signs', { words: ['', '"', '* ^'] }, []],
    ['words that are operators', { words: ['NOT'] }, ['walk']],
  ]
  for (const [title, query, expected] of questions) {
    specify(`finds memory entries ${title}`, async (store) => {
      await store.add([
        entry('tea', { at: 1, owner: 'ada', text: 'the kettle of the café down the path' }),
        entry('walk', { at: 2, owner: 'ada-2', text: 'not the path by lantern lantern light' }),
      ])
      assert.deepEqual(await ids(store, query), expected)
    })
  }

  specify('finds a changed memory entry by its new text alone', async (store) => {
    await store.add([entry('a', { text: 'first' })])
    await store.add([entry('a', { text: 'second' })])
    assert.deepEqual(await ids(store, { words: ['first'] }), [])
    assert.deepEqual(await ids(store, { words: ['second'] }), ['a'])
  })

  specify('finds no memory entry that was removed or has expired', async (store) => {
    await store.add(['a', 'b', 'c'].map((id, n) => entry(id, { at: n + 1, text: 'word' })))
    await store.remove('memory', 'a', instant(9))
    await store.expire('memory', instant(3), 10)
    assert.deepEqual(await ids(store, { words: ['word'] }), ['c'])
  })

  specify('finds memory entries of an owner whose id holds a secret', async (store) => {
    const owner = `agent-${'ghp_' + 'a1B2'.repeat(9)}`
    await store.add([entry('a', { owner, text: 'word' }), entry('b', { text: 'word' })])
    assert.deepEqual(await ids(store, { words: ['word'], owner }), ['a'])
  })
}

function entry(id: string, fields: { at?: number; owner?: string; text: string }): RecordWrite {
  const { at = 1, owner = 'owner', text } = fields
  const { record } = sampleWrite('memory', { id, at: instant(at), subject: owner })
  return { kind: 'memory', record: { ...(record as RecordOf<'memory'>), text } }
}

const ids = async (store: Store, query: MemoryQuery): Promise<string[]> =>
  (await store.searchMemory(query)).map(({ id }) => id)
