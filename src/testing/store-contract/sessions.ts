import assert from 'node:assert/strict'
import type { NewLogEvent } from '../../schema/log-event.js'
import type { SessionState } from '../../schema/session-state.js'
import type { Store } from '../../store.js'
import type { Specify } from './specify.js'
import { instant, sampleEvent, sampleState } from './samples.js'

export function sessionContract(specify: Specify): void {
  specify('knows no session before it was written', async (store) => {
    assert.equal(await store.readSession('session-a'), null)
    assert.deepEqual(await store.listSessions(), [])
  })

  specify('lists sessions by their last change, newest first', async (store) => {
    await putState(store, sampleState({ sessionId: 'old', updatedAt: instant(1) }))
    await putState(store, sampleState({ sessionId: 'new', updatedAt: instant(3) }))
    await putState(store, sampleState({ sessionId: 'mid', updatedAt: instant(2) }))
    const listed = async (limit?: number) =>
      (await store.listSessions(limit)).map(({ sessionId }) => sessionId)
    assert.deepEqual(await listed(), ['new', 'mid', 'old'])
    assert.deepEqual(await listed(2), ['new', 'mid'])
    await putState(store, sampleState({ sessionId: 'old', updatedAt: instant(4) }))
    assert.deepEqual(await listed(), ['old', 'new', 'mid'])
  })

  specify('pages through sessions, last changed first, each once', async (store) => {
    for (const [sessionId, at] of Object.entries({ a: 2, b: 3, c: 2, d: 2, e: 1 })) {
      await putState(store, sampleState({ sessionId, updatedAt: instant(at) }))
    }
    const first = await store.pageSessions({ limit: 2 })
    const second = await store.pageSessions({ limit: 2, beyond: first.next! })
    const last = await store.pageSessions({ limit: 2, beyond: second.next! })
    const ids = [first, second, last].map(({ rows }) => rows.map(({ sessionId }) => sessionId))
    assert.deepEqual([ids, last.next], [[['b', 'd'], ['c', 'a'], ['e']], null])
    const during = await store.pageSessions({ since: instant(2), before: instant(3) })
    assert.equal(during.rows.length, 3)
  })

  specify('finds nothing to repair in sessions that are what their log says', async (store) => {
    for (const sessionId of ['a', 'b', 'a', 'c', 'b', 'a']) await step(store, sessionId)
    const before = await store.listSessions()
    assert.deepEqual(await store.rebuildSessions(fold), { sessions: 3, changed: 0 })
    assert.deepEqual(await store.listSessions(), before)
  })

  specify('repairs exactly the sessions that differ from their log', async (store) => {
    for (const sessionId of ['a', 'b', 'a', 'c']) await step(store, sessionId)
    const right = await store.readSession('a')
    await putState(store, sampleState({ sessionId: 'a', turn: 99 }))
    assert.deepEqual(await store.rebuildSessions(fold), { sessions: 3, changed: 1 })
    assert.deepEqual(await store.readSession('a'), right)
    assert.deepEqual(await store.rebuildSessions(fold), { sessions: 3, changed: 0 })
  })

  specify('leaves a session alone whose log says nothing of it', async (store) => {
    await putState(store, sampleState())
    await store.add([], [sampleEvent({ kind: 'other' })])
    assert.deepEqual(await store.rebuildSessions(fold), { sessions: 0, changed: 0 })
    assert.deepEqual(await store.readSession('session-a'), sampleState())
  })

  specify('rebuilds nothing when the fold fails', async (store) => {
    for (const sessionId of ['a', 'b']) await step(store, sessionId)
    await putState(store, sampleState({ sessionId: 'a', turn: 99 }))
    await assert.rejects(store.rebuildSessions(failAtB), RangeError)
    assert.equal((await store.readSession('a'))?.turn, 99)
  })

  specify('rebuilds from a log of many pages', async (store) => {
    const events = Array.from({ length: 2500 }, (_, n) =>
      sampleEvent({ kind: 'step', sessionId: `s${n % 3}` }),
    )
    await store.add([], events)
    assert.deepEqual(await store.rebuildSessions(fold), { sessions: 3, changed: 3 })
    const turns = (await store.listSessions()).map(({ turn }) => turn)
    assert.deepEqual(turns.sort(), [833, 833, 834])
  })
}

function fold(state: SessionState | null, event: NewLogEvent): SessionState | null {
  if (event.kind !== 'step' || event.sessionId === null) return state
  const turn = (state?.turn ?? 0) + 1
  return sampleState({ sessionId: event.sessionId, turn, updatedAt: event.at })
}

function failAtB(state: SessionState | null, event: NewLogEvent): SessionState | null {
  if (event.sessionId === 'b') throw new RangeError('from the fold')
  return fold(state, event)
}

function step(store: Store, sessionId: string): Promise<void> {
  const event = sampleEvent({ kind: 'step', sessionId })
  return store.transact({ sessionId, key: null }, (state) => ({
    state: fold(state, event),
    events: [event],
    writes: [],
    result: undefined,
  }))
}

function putState(store: Store, state: SessionState): Promise<void> {
  const { sessionId } = state
  return store.transact({ sessionId, key: null }, () => ({
    state,
    events: [],
    writes: [],
    result: undefined,
  }))
}
