import assert from 'node:assert/strict'
import type { LogEvent } from '../../schema/log-event.js'
import type { EventQuery } from '../../store.js'
import type { Specify } from './specify.js'
import { instant, sampleEvent } from './samples.js'

export function eventContract(specify: Specify): void {
  specify('numbers events from 1 without gaps, in the order they were appended', async (store) => {
    await store.add([], [sampleEvent({ body: 'a' }), sampleEvent({ body: 'b', at: instant(0) })])
    await store.add([], [sampleEvent({ body: 'c' })])
    assert.deepEqual(await store.readEvents(), [
      { id: 1, ...sampleEvent({ body: 'a' }) },
      { id: 2, ...sampleEvent({ body: 'b', at: instant(0) }) },
      { id: 3, ...sampleEvent({ body: 'c' }) },
    ])
  })

  specify('logs a key once, the first time, and leaves no gap for the others', async (store) => {
    await store.add([], [sampleEvent({ key: 'k', body: 1 }), sampleEvent({ key: 'k', body: 2 })])
    await store.add([], [sampleEvent({ key: 'k', body: 3 }), sampleEvent({ body: 4 })])
    const events = await store.readEvents()
    assert.deepEqual(
      events.map(({ id, body }) => [id, body]),
      [
        [1, 1],
        [2, 4],
      ],
    )
  })

  specify('gives a rolled-back number to the next event', async (store) => {
    const broken = { ...sampleEvent(), at: 'never' }
    await assert.rejects(store.add([], [sampleEvent({ key: 'k' }), broken]))
    await store.add([], [sampleEvent({ key: 'k' })])
    assert.deepEqual(await store.readEvents(), [{ id: 1, ...sampleEvent({ key: 'k' }) }])
  })

  specify('keeps any JSON as a body', async (store) => {
    const bodies = [null, 0, '', [], {}, { a: [{ b: null }] }, 'text', false, 1e21]
    await store.add(
      [],
      bodies.map((body) => sampleEvent({ body, sessionId: null })),
    )
    assert.deepEqual(
      (await store.readEvents()).map(({ body }) => body),
      bodies,
    )
  })

  const log = [
    sampleEvent({ kind: 'a', sessionId: 's1' }),
    sampleEvent({ kind: 'b', sessionId: 's2' }),
    sampleEvent({ kind: 'a', sessionId: 's2' }),
    sampleEvent({ kind: 'c', sessionId: null }),
    sampleEvent({ kind: 'b', sessionId: 's1' }),
    sampleEvent({ kind: 'a', sessionId: 's1' }),
  ]
  const questions: [title: string, query: EventQuery | undefined, ids: number[]][] = [
    ['everything, oldest first', undefined, [1, 2, 3, 4, 5, 6]],
    ['the newest first', { order: 'newest' }, [6, 5, 4, 3, 2, 1]],
    ['what came after an id', { after: 4 }, [5, 6]],
    ['the newest after an id', { after: 3, order: 'newest', limit: 2 }, [6, 5]],
    ['nothing after the last', { after: 6 }, []],
    ['what came before an id', { before: 3 }, [1, 2]],
    ['the newest before an id', { before: 4, order: 'newest', limit: 2 }, [3, 2]],
    ['kinds before an id', { kinds: ['a', 'b'], before: 5, order: 'newest' }, [3, 2, 1]],
    ['one session', { sessionId: 's1' }, [1, 5, 6]],
    ['one session after an id', { sessionId: 's1', after: 1 }, [5, 6]],
    ['an unknown session', { sessionId: 's3' }, []],
    ['one kind', { kinds: ['a'] }, [1, 3, 6]],
    ['several kinds', { kinds: ['c', 'b'] }, [2, 4, 5]],
    ['a kind that is named twice', { kinds: ['b', 'b'] }, [2, 5]],
    ['an unknown kind', { kinds: ['z'] }, []],
    ['no kinds', { kinds: [] }, []],
    ['a kind by its whole name only', { kinds: ['A', '%', ''] }, []],
    ['kinds in one session', { kinds: ['a', 'b'], sessionId: 's2' }, [2, 3]],
    ['kinds, newest first', { kinds: ['a', 'b'], order: 'newest', limit: 3 }, [6, 5, 3]],
    ['kinds after an id', { kinds: ['a', 'b'], after: 2, limit: 2 }, [3, 5]],
    ['a few', { limit: 2 }, [1, 2]],
    ['none', { limit: 0 }, []],
    [
      'all at once',
      { after: 1, sessionId: 's1', kinds: ['a', 'c'], limit: 1, order: 'newest' },
      [6],
    ],
  ]
  for (const [title, query, expected] of questions) {
    specify(`reads ${title}`, async (store) => {
      await store.add([], log)
      const events = await store.readEvents(query)
      assert.deepEqual(
        events.map(({ id }) => id),
        expected,
      )
      assert.deepEqual(
        events,
        expected.map((id): LogEvent => ({ id, ...log[id - 1]! })),
      )
    })
  }

  const times: [title: string, query: EventQuery, ids: number[]][] = [
    [
      'a stretch of time, oldest first',
      { during: { since: instant(2), before: instant(4) } },
      [3, 4, 2],
    ],
    ['the newest of a time', { during: { since: instant(2) }, order: 'newest', limit: 2 }, [1, 2]],
    [
      'the next ones of a time',
      { during: { beyond: { at: instant(3), id: 2 } }, order: 'newest' },
      [4, 3],
    ],
    ['kinds of a time', { during: { since: instant(2) }, kinds: ['a', 'z'] }, [3, 1]],
    ['no kinds of a time', { during: {}, kinds: [] }, []],
    ['a session during a time', { during: { before: instant(4) }, sessionId: 's2' }, [3, 2]],
  ]
  for (const [title, query, expected] of times) {
    specify(`reads ${title}, by time and then by id`, async (store) => {
      await store.add(
        [],
        [
          sampleEvent({ at: instant(4), kind: 'a', sessionId: 's1' }),
          sampleEvent({ at: instant(3), kind: 'b', sessionId: 's2' }),
          sampleEvent({ at: instant(2), kind: 'a', sessionId: 's2' }),
          sampleEvent({ at: instant(2), kind: 'b', sessionId: null }),
        ],
      )
      const events = await store.readEvents(query)
      assert.deepEqual(
        events.map(({ id }) => id),
        expected,
      )
    })
  }

  specify('lists every kind once, in order', async (store) => {
    assert.deepEqual(await store.listEventKinds(), [])
    await store.add([], log)
    assert.deepEqual(await store.listEventKinds(), ['a', 'b', 'c'])
  })

  specify('reads 200 events unless told otherwise', async (store) => {
    await store.add(
      [],
      Array.from({ length: 201 }, () => sampleEvent()),
    )
    assert.equal((await store.readEvents()).length, 200)
    assert.equal((await store.readEvents({ limit: 1000 })).length, 201)
  })

  for (const limit of [-1, 1.5, Number.NaN, Infinity]) {
    specify(`refuses ${limit} as a limit`, async (store) => {
      await assert.rejects(store.readEvents({ limit }), { code: 'usage' })
      await assert.rejects(store.list('task', { limit }), { code: 'usage' })
      await assert.rejects(store.listSessions(limit), { code: 'usage' })
      await assert.rejects(store.expire('event', instant(9), limit), { code: 'usage' })
    })
  }
}
