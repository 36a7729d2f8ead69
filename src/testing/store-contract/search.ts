import assert from 'node:assert/strict'
import type { RecordOf } from '../../schema/records.js'
import type { LessonQuery, Store } from '../../store.js'
import type { Specify } from './specify.js'
import { instant, sampleWrite } from './samples.js'

type LessonRow = RecordOf<'lesson'>

export function searchContract(specify: Specify): void {
  const questions: [title: string, query: LessonQuery, ids: string[]][] = [
    ['by a word of the analysis', { words: ['cents'] }, ['money']],
    ['by a word of the task', { words: ['checkout'] }, ['money']],
    ['in any letter case and without accents', { words: ['ECLAIR'] }, ['bakery']],
    ['by the path of a file', { files: ['src/cart/total.ts'] }, ['money']],
    ['by the end of a path', { files: ['oven.ts'] }, ['bakery']],
    ['by word or file, best first', { words: ['cents'], files: ['oven.ts'] }, ['money', 'bakery']],
    ['by subtask, the newest first', { place: 'task-1/sub' }, ['bakery', 'money']],
    ['by fingerprint', { place: 'aabb01' }, ['bakery']],
    ['in one state', { place: 'task-1/sub', state: 'retired' }, ['money']],
    ['that may cross tasks', { words: ['not'], shareable: true }, ['bakery']],
    ['that may cross tasks by file', { files: ['total.ts'], shareable: true }, []],
    ['a few', { place: 'task-1/sub', limit: 1 }, ['bakery']],
    ['nothing for a word of a file', { words: ['oven'] }, []],
    ['nothing for nothing', {}, []],
    ['nothing for blanks and signs', { words: ['', '"', '* ^'], files: ['/'] }, []],
    ['words that are operators', { words: ['NEAR', 'OR'] }, ['bakery']],
  ]
  for (const [title, query, expected] of questions) {
    specify(`finds lessons ${title}`, async (store) => {
      await store.add([
        lesson('money', { at: instant(1), state: 'retired', subject: 'task-1/sub' }, (row) => {
          row.lesson.analysis = 'total() counts cents and not euros'
          row.source!.subtaskDescription = 'the checkout page'
          row.files = ['src/cart/total.ts']
          row.tainted = true
        }),
        lesson('bakery', { at: instant(2), subject: 'task-1/sub' }, (row) => {
          row.lesson.suggestion = 'bake the éclair and not the loaf near it'
          row.files = ['src/oven.ts']
          row.fingerprint = 'aabb01'
        }),
      ])
      const found = (await ids(store, query)).sort()
      assert.deepEqual(found, [...expected].sort())
      if (query.place !== undefined) assert.deepEqual(await ids(store, query), expected)
    })
  }

  specify('finds a changed lesson by its new text alone', async (store) => {
    await store.add([lesson('a', {}, (row) => void (row.lesson.analysis = 'first'))])
    await store.add([lesson('a', {}, (row) => void (row.lesson.analysis = 'second'))])
    assert.deepEqual(await ids(store, { words: ['first'] }), [])
    assert.deepEqual(await ids(store, { words: ['second'] }), ['a'])
  })

  specify('finds no lesson that was removed or has expired', async (store) => {
    const put = (id: string, n: number) =>
      store.add([lesson(id, { at: instant(n) }, (row) => void (row.lesson.analysis = 'word'))])
    await put('a', 1)
    await put('b', 2)
    await put('c', 3)
    await store.remove('lesson', 'a', instant(9))
    await store.expire('lesson', instant(3), 10)
    assert.deepEqual(await ids(store, { words: ['word'] }), ['c'])
  })

  specify('finds the same lessons after compacting', async (store) => {
    for (const id of ['a', 'b', 'c']) {
      await store.add([lesson(id, {}, (row) => void (row.lesson.analysis = `word${id}`))])
    }
    await store.remove('lesson', 'a', instant(9))
    await store.compact()
    assert.deepEqual(await ids(store, { words: ['wordc'] }), ['c'])
    assert.deepEqual(await ids(store, { words: ['wordb'] }), ['b'])
  })
}

function lesson(
  id: string,
  fields: Parameters<typeof sampleWrite>[1],
  change: (row: LessonRow) => void,
) {
  const write = sampleWrite('lesson', { ...fields, id }) as { kind: 'lesson'; record: LessonRow }
  change(write.record)
  return write
}

const ids = async (store: Store, query: LessonQuery): Promise<string[]> =>
  (await store.searchLessons(query)).map(({ id }) => id)
