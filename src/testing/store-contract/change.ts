import assert from 'node:assert/strict'
import type { Task } from '../../schema/task.js'
import type { Change } from '../../store.js'
import type { Specify } from './specify.js'
import { instant, sampleEvent, sampleWrite } from './samples.js'

const nothing = <R>(result: R): Change<R> => ({ writes: [], removes: [], events: [], result })
const input = { kind: 'task', id: 'id-1', at: instant(9) } as const

export function changeContract(specify: Specify): void {
  specify('decides on the record as it is, or on none', async (store) => {
    const none = await store.change(input, (task) => nothing(task))
    await store.add([sampleWrite('task')])
    const some = await store.change(input, (task) => nothing(task))
    assert.deepEqual([none, some], [null, sampleWrite('task').record])
  })

  specify('writes, removes and logs in one transaction', async (store) => {
    await store.add([sampleWrite('due')])
    await store.change(input, () => ({
      writes: [sampleWrite('task')],
      removes: [
        { kind: 'due', id: 'id-1' },
        { kind: 'due', id: 'never-there' },
      ],
      events: [sampleEvent({ kind: 'x' })],
      result: null,
    }))
    assert.deepEqual([await store.list('due'), (await store.list('task')).length], [[], 1])
    const events = await store.readEvents({ after: 1 })
    assert.deepEqual(
      events.map(({ kind, at, body }) => ({ kind, at, body })),
      [
        { kind: 'x', at: instant(1), body: { said: 'something' } },
        { kind: 'record.task', at: instant(1), body: { id: 'id-1' } },
        { kind: 'record.due', at: instant(9), body: { id: 'id-1', removed: true } },
      ],
    )
  })

  specify('writes nothing when the decision throws or does not fit', async (store) => {
    await store.add([sampleWrite('due')])
    const thrown = store.change(input, () => {
      throw new TypeError('no')
    })
    await assert.rejects(thrown, TypeError)
    const unfit = store.change(input, () => ({
      writes: [sampleWrite('task'), { kind: 'finding', record: {} } as never],
      removes: [{ kind: 'due', id: 'id-1' }],
      events: [],
      result: null,
    }))
    await assert.rejects(unfit, { code: 'record-invalid' })
    assert.deepEqual([await store.list('task'), (await store.list('due')).length], [[], 1])
  })

  specify('loses no update of many at once', async (store) => {
    await store.add([sampleWrite('task')])
    const addOne = () =>
      store.change(input, (task) => ({
        ...nothing(null),
        writes: [{ kind: 'task', record: { ...task!, run_count: task!.run_count + 1 } as Task }],
      }))
    await Promise.all(Array.from({ length: 20 }, addOne))
    assert.equal((await store.get('task', 'id-1'))?.run_count, 21)
  })
}
