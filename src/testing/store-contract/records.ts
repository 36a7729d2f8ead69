import assert from 'node:assert/strict'
import type { RecordKind } from '../../schema/records.js'
import type { RecordQuery, Store } from '../../store.js'
import type { Specify } from './specify.js'
import { instant, recordKinds, samples, sampleWrite } from './samples.js'

export function recordContract(specify: Specify): void {
  for (const kind of recordKinds) {
    specify(`keeps a ${kind} record whole, with one line in the log`, async (store) => {
      const { record } = await put(store, kind, 'id-1')
      assert.deepEqual(await store.get(kind, 'id-1'), record)
      assert.deepEqual(await store.list(kind), [record])
      const [event, ...more] = await store.readEvents()
      assert.deepEqual(
        [event?.kind, event?.body, event?.at],
        [`record.${kind}`, { id: 'id-1' }, instant(1)],
      )
      assert.deepEqual(more, [])
    })

    specify(`finds ${kind} records by every question it answers`, async (store) => {
      const { hasSession, subjects, states } = samples[kind]
      const [subjectA, subjectB] = subjects ?? ['', '']
      const [stateA, stateB] = states ?? ['', '']
      await put(store, kind, 'one', { sessionId: 's1', subject: subjectA, state: stateA })
      await put(store, kind, 'two', { sessionId: 's2', subject: subjectA, state: stateB })
      await put(store, kind, 'three', { sessionId: 's1', subject: subjectB, state: stateB })
      const found = async (query: RecordQuery) => (await ids(store, kind, query)).sort()
      if (hasSession) assert.deepEqual(await found({ sessionId: 's1' }), ['one', 'three'])
      if (subjects) assert.deepEqual(await found({ subject: subjectA }), ['one', 'two'])
      if (states) assert.deepEqual(await found({ state: stateB }), ['three', 'two'])
      if (subjects && states) {
        assert.deepEqual(await found({ subject: subjectA, state: stateB }), ['two'])
      }
      assert.deepEqual(await found({ sessionId: 's9' }), [])
      assert.deepEqual(await found({ subject: 'subject-z' }), [])
      assert.deepEqual(await found({ state: 'state-z' }), [])
    })

    specify(`removes a ${kind} record once, with one line in the log`, async (store) => {
      await put(store, kind, 'id-1')
      await put(store, kind, 'id-2')
      const [written] = await store.readEvents()
      assert.equal(await store.remove(kind, 'id-1', instant(5)), true)
      assert.equal(await store.remove(kind, 'id-1', instant(6)), false)
      assert.equal(await store.get(kind, 'id-1'), null)
      assert.deepEqual(await ids(store, kind), ['id-2'])
      assert.deepEqual(await store.readEvents({ after: 2 }), [
        { ...written, id: 3, at: instant(5), body: { id: 'id-1', removed: true } },
      ])
    })

    specify(`refuses a ${kind} record that does not fit, and writes nothing`, async (store) => {
      const { record } = sampleWrite(kind)
      const bad = { kind, record: { ...record, more: 'than the contract knows' } }
      const add = store.add([sampleWrite('task', { id: 'good' }), bad as never])
      await assert.rejects(add, { code: 'record-invalid' })
      assert.deepEqual(await store.readEvents(), [])
      assert.deepEqual(await store.list('task'), [])
    })
  }

  specify('replaces the record with the same id and logs that too', async (store) => {
    await put(store, 'lesson', 'id-1', { state: 'active' })
    const { record } = await put(store, 'lesson', 'id-1', {
      state: 'retired',
      subject: 'elsewhere',
    })
    assert.deepEqual(await store.get('lesson', 'id-1'), record)
    assert.deepEqual(await ids(store, 'lesson', { state: 'active' }), [])
    assert.deepEqual(await ids(store, 'lesson', { state: 'retired' }), ['id-1'])
    assert.deepEqual(await ids(store, 'lesson', { subject: 'subject-a' }), [])
    assert.equal((await store.readEvents()).length, 2)
  })

  specify('lets the last of several writes to one record in a batch stand', async (store) => {
    const [first, last] = samples.task.states! as [string, string]
    await store.add([
      sampleWrite('task', { id: 'a', state: first }),
      sampleWrite('task', { id: 'b', state: first }),
      sampleWrite('task', { id: 'a', state: last }),
      sampleWrite('task', { id: 'c', state: last }),
    ])
    const stored = await Promise.all(['a', 'b', 'c'].map((id) => store.get('task', id)))
    assert.deepEqual(
      stored.map((task) => task?.status),
      [last, first, last],
    )
    assert.deepEqual(
      (await store.readEvents()).map(({ body }) => body),
      ['a', 'b', 'a', 'c'].map((id) => ({ id })),
    )
  })

  specify('keeps kinds apart that share an id', async (store) => {
    const writes = recordKinds.map((kind) => sampleWrite(kind, { id: 'same' }))
    await store.add(writes)
    for (const { kind, record } of writes) assert.deepEqual(await store.get(kind, 'same'), record)
  })

  specify('finds nothing under an unknown id', async (store) => {
    await put(store, 'task', 'id-1')
    assert.equal(await store.get('task', 'id-2'), null)
    assert.equal(await store.get('task', ''), null)
    assert.equal(await store.remove('task', '%', instant(1)), false)
  })

  const questions: [title: string, query: RecordQuery | undefined, ids: string[]][] = [
    ['the newest first', undefined, ['d', 'c', 'b', 'a']],
    ['the oldest first', { order: 'oldest' }, ['a', 'b', 'c', 'd']],
    ['a few of the newest', { limit: 2 }, ['d', 'c']],
    ['a few of the oldest', { limit: 2, order: 'oldest' }, ['a', 'b']],
    ['none', { limit: 0 }, []],
    ['those at or after an instant', { since: instant(2) }, ['d', 'c', 'b']],
    ['those before an instant', { before: instant(2) }, ['a']],
    ['a stretch of time', { since: instant(2), before: instant(3) }, ['c', 'b']],
    ['by time and question', { subject: 'x', since: instant(2) }, ['d', 'b']],
  ]
  for (const [title, query, expected] of questions) {
    specify(`lists ${title}; equal instants go by id`, async (store) => {
      await put(store, 'memory', 'c', { at: instant(2), subject: 'y' })
      await put(store, 'memory', 'a', { at: instant(1), subject: 'x' })
      await put(store, 'memory', 'd', { at: instant(3), subject: 'x' })
      await put(store, 'memory', 'b', { at: instant(2), subject: 'x' })
      assert.deepEqual(await ids(store, 'memory', query), expected)
    })
  }

  for (const order of ['newest', 'oldest'] as const) {
    specify(`pages through all records, ${order} first, each once`, async (store) => {
      for (const id of ['c', 'a', 'e', 'b', 'd']) {
        await put(store, 'memory', id, { at: instant(id === 'e' ? 3 : 2), subject: 'x' })
      }
      await put(store, 'memory', 'f', { at: instant(2), subject: 'y' })
      const seen: string[] = []
      let beyond: RecordQuery['beyond']
      for (;;) {
        const query = { subject: 'x', order, limit: 2, ...(beyond === undefined ? {} : { beyond }) }
        const { rows, next } = await store.page('memory', query)
        seen.push(...rows.map(({ id }) => id))
        if (next === null) break
        beyond = next
      }
      const oldest = ['a', 'b', 'c', 'd', 'e']
      assert.deepEqual(seen, order === 'oldest' ? oldest : oldest.toReversed())
    })
  }

  specify('counts records by every question', async (store) => {
    await put(store, 'exposure', 'a', { at: instant(1), subject: 'x' })
    await put(store, 'exposure', 'b', { at: instant(2), subject: 'y' })
    const [one] = await store.list('exposure', { subject: 'x' })
    assert.equal(await store.count('exposure'), 2)
    assert.equal(await store.count('exposure', { subject: 'x' }), 1)
    assert.equal(await store.count('exposure', { since: instant(2) }), 1)
    assert.equal(await store.count('exposure', { state: one!.outcome, before: instant(2) }), 1)
    assert.equal(await store.count('task'), 0)
    assert.equal(await store.count('event'), 2)
    assert.equal(await store.count('event', { before: instant(2) }), 1)
    assert.equal(await store.count('session'), 0)
  })

  specify('lists every subject once, in order', async (store) => {
    await put(store, 'memory', 'a', { subject: 'y' })
    await put(store, 'memory', 'b', { subject: 'x' })
    await put(store, 'memory', 'c', { subject: 'y' })
    assert.deepEqual(await store.listSubjects('memory'), ['x', 'y'])
    assert.deepEqual(await store.listSubjects('task'), [])
  })

  specify('lists 200 records unless told otherwise', async (store) => {
    await store.add(Array.from({ length: 201 }, (_, n) => sampleWrite('task', { id: `id-${n}` })))
    assert.equal((await store.list('task')).length, 200)
    assert.equal((await store.list('task', { limit: 1000 })).length, 201)
  })

  specify('adds records and events in one transaction, the events first', async (store) => {
    const event = { at: instant(1), kind: 'x', sessionId: null, key: null, body: {} }
    await store.add([sampleWrite('task'), sampleWrite('finding')], [event])
    const events = await store.readEvents()
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['x', 'record.task', 'record.finding'],
    )
  })
}

async function put(
  store: Store,
  kind: RecordKind,
  id: string,
  fields: Partial<Parameters<typeof sampleWrite>[1]> = {},
) {
  const write = sampleWrite(kind, { id, ...fields })
  await store.add([write])
  return write
}

async function ids(store: Store, kind: RecordKind, query?: RecordQuery): Promise<string[]> {
  const records = (await store.list(kind, query)) as { id?: string; session_id?: string }[]
  return records.map((record) => record.id ?? record.session_id ?? '')
}
