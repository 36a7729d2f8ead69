import assert from 'node:assert/strict'
import type { SessionState } from '../../schema/session-state.js'
import type { Specify } from './specify.js'
import { sampleEvent, sampleState, sampleWrite } from './samples.js'

const SESSION = { sessionId: 'session-a', key: null }
const NOTHING = { state: null, events: [], writes: [] }

export function transactContract(specify: Specify): void {
  specify('hands null to the reducer of a session that was never seen', async (store) => {
    const result = await store.transact(SESSION, (state) => ({ ...NOTHING, result: { state } }))
    assert.deepEqual(result, { state: null })
  })

  specify('writes state, events and records, and returns the result', async (store) => {
    const write = sampleWrite('verdict')
    const result = await store.transact(SESSION, () => ({
      state: sampleState(),
      events: [sampleEvent()],
      writes: [write],
      result: 'done',
    }))
    assert.equal(result, 'done')
    assert.deepEqual(await store.readSession('session-a'), sampleState())
    assert.deepEqual(await store.list('verdict'), [write.record])
    assert.deepEqual(await store.readEvents(), [
      { id: 1, ...sampleEvent() },
      {
        id: 2,
        at: sampleState().updatedAt,
        kind: 'record.verdict',
        sessionId: 'session-a',
        key: null,
        body: { id: 'id-1' },
      },
    ])
  })

  specify('logs a record under the key that its write has', async (store) => {
    await store.add([{ ...sampleWrite('verdict'), key: 'k' }])
    const [line] = await store.readEvents()
    assert.deepEqual([line?.kind, line?.key], ['record.verdict', 'k'])
    const logged = await store.transact({ ...SESSION, alsoKeys: ['k'] }, (_, known) => ({
      ...NOTHING,
      result: [...known.logged],
    }))
    assert.deepEqual(logged, ['k'])
  })

  specify('hands the stored state to the next reducer', async (store) => {
    await store.transact(SESSION, () => ({ ...NOTHING, state: sampleState(), result: null }))
    const state = await store.transact(SESSION, (state) => ({ ...NOTHING, result: state }))
    assert.deepEqual(state, sampleState())
  })

  specify('leaves the session as it is when the reducer returns no state', async (store) => {
    await store.transact(SESSION, () => ({ ...NOTHING, state: sampleState(), result: null }))
    await store.transact(SESSION, () => ({ ...NOTHING, events: [sampleEvent()], result: null }))
    assert.deepEqual(await store.readSession('session-a'), sampleState())
  })

  specify('writes nothing and passes the error on when the reducer throws', async (store) => {
    const failure = new Error('thrown by the reducer')
    await assert.rejects(
      store.transact(SESSION, () => {
        throw failure
      }),
      (error) => error === failure,
    )
    assert.deepEqual(await store.readEvents(), [])
    assert.equal(await store.transact(SESSION, () => ({ ...NOTHING, result: 'works' })), 'works')
  })

  const broken: Record<string, Partial<Parameters<typeof transition>[0]>> = {
    'a record': { writes: [{ kind: 'verdict', record: { id: 'x' } }] },
    'a kind of record': { writes: [{ kind: 'toString', record: {} }] },
    'an event': { events: [{ ...sampleEvent(), at: 'yesterday' }] },
    'an event without a body': { events: [{ ...sampleEvent(), body: undefined }] },
    'an event that is no JSON': { events: [{ ...sampleEvent(), body: { n: 1n } }] },
    'a state': { state: { ...sampleState(), turn: -1 } },
  }
  for (const [what, part] of Object.entries(broken)) {
    specify(`writes nothing at all when ${what} does not fit`, async (store) => {
      const good = { state: sampleState(), events: [sampleEvent()], writes: [sampleWrite('task')] }
      const { state, events, writes } = good
      await assert.rejects(
        store.transact(SESSION, () =>
          transition({
            state: part.state ?? state,
            events: [...events, ...(part.events ?? [])],
            writes: [...writes, ...(part.writes ?? [])],
          }),
        ),
        { code: 'record-invalid' },
      )
      assert.deepEqual(await store.readEvents(), [])
      assert.deepEqual(await store.list('task'), [])
      assert.equal(await store.readSession('session-a'), null)
    })
  }

  specify('tells whether the key in hand is logged, and which of the others are', async (store) => {
    const known = (key: string | null, alsoKeys?: string[]) =>
      store.transact(
        { sessionId: 'session-a', key, ...(alsoKeys === undefined ? {} : { alsoKeys }) },
        (_, { seen, logged }) => ({ ...NOTHING, result: { seen, logged: [...logged] } }),
      )
    assert.deepEqual(await known('key-1'), { seen: false, logged: [] })
    await store.add([], [sampleEvent({ key: 'key-1' }), sampleEvent({ key: 'key-2' })])
    assert.deepEqual(await known('key-1'), { seen: true, logged: ['key-1'] })
    assert.deepEqual(await known(null), { seen: false, logged: [] })
    assert.deepEqual(await known(null, ['key-1']), { seen: false, logged: ['key-1'] })
    const all = await known('key-3', ['key-2', 'key-4', 'key-1'])
    assert.deepEqual(all, { seen: false, logged: ['key-2', 'key-1'] })
  })

  specify('decides about keys alone where no session is named', async (store) => {
    await store.transact(SESSION, () => ({ ...NOTHING, state: sampleState(), result: null }))
    await store.add([], [sampleEvent({ key: 'key-1' })])
    const input = { sessionId: null, key: null, alsoKeys: ['key-1', 'key-2'] }
    const decided = await store.transact(input, (state, { logged }) => ({
      ...NOTHING,
      writes: [sampleWrite('task')],
      result: { state, logged: [...logged] },
    }))
    assert.deepEqual(decided, { state: null, logged: ['key-1'] })
    assert.equal(await store.count('task'), 1)
  })

  specify('keeps sessions apart', async (store) => {
    const other = sampleState({ sessionId: 'session-b', turn: 7 })
    await store.transact(SESSION, () => ({ ...NOTHING, state: sampleState(), result: null }))
    const seen = await store.transact({ sessionId: 'session-b', key: null }, (state) => ({
      ...NOTHING,
      state: other,
      result: state,
    }))
    assert.equal(seen, null)
    assert.deepEqual(await store.readSession('session-a'), sampleState())
    assert.deepEqual(await store.readSession('session-b'), other)
  })

  specify('runs calls one after the other in the order they were made', async (store) => {
    const calls = Array.from({ length: 40 }, (_, n) =>
      n % 4 === 3
        ? store.add([sampleWrite('task', { id: `task-${n}` })]).then(() => null)
        : store.transact(SESSION, countTurn),
    )
    const turns = (await Promise.all(calls)).filter((turn) => turn !== null)
    assert.deepEqual(
      turns,
      Array.from({ length: 30 }, (_, n) => n + 1),
    )
    const events = await store.readEvents({ kinds: ['agent.tested'] })
    assert.deepEqual(
      events.map(({ body }) => (body as { turn: number }).turn),
      turns.flatMap((turn) => [turn, turn]),
    )
    assert.equal((await store.readSession('session-a'))?.turn, 30)
  })
}

/** What a program without types could hand over. */
function transition(parts: { state: unknown; events: unknown[]; writes: unknown[] }) {
  return { ...parts, result: null } as never
}

function countTurn(state: SessionState | null) {
  const turn = (state?.turn ?? 0) + 1
  const events = [sampleEvent({ body: { turn } }), sampleEvent({ body: { turn } })]
  return { state: sampleState({ turn }), events, writes: [], result: turn }
}
