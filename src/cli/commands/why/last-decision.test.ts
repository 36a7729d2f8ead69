import { expect, it } from 'vitest'
import { makeSession } from '../../../guard/__fixtures__/session.js'
import { guardEvent } from '../../../guard/guard-event.js'
import type { Action } from '../../../schema/action.js'
import { openMemoryStore } from '../../../store/memory.js'
import { findLastDecision } from './last-decision.js'

const NOW = '2026-03-01T10:00:00.000Z'

it.each<{ action: Action; told: string; reason: string }>([
  { action: { kind: 'none', reason: 'waiting' }, told: 'none', reason: 'waiting' },
  { action: { kind: 'none', reason: 'undelivered' }, told: 'undelivered', reason: 'undelivered' },
  { action: { kind: 'continue', text: 'No', metadata: {} }, told: 'continue', reason: 'No' },
])('calls $action.kind $action.reason "$told"', async ({ action, told, reason }) => {
  const store = await openMemoryStore()
  const settled = { eventId: 'e1', fence: 1, held: true, action, end: null, fingerprint: null }
  await store.transact({ sessionId: 's1', key: null }, () => ({
    state: makeSession(),
    events: [guardEvent('guard.settled', 's1', NOW, settled)],
    writes: [],
    result: null,
  }))
  expect(await findLastDecision(store, 's1', 'wrong')).toMatchObject({ action: told, reason })
  await store.close()
})

it('names an abort, though the end of the session was noted after it', async () => {
  const store = await openMemoryStore()
  const action = { kind: 'none', reason: 'captured' } as const
  const noted = { eventId: 'e2', fence: null, held: false, action, end: null, fingerprint: null }
  await store.transact({ sessionId: 's1', key: null }, () => ({
    state: makeSession(),
    events: [
      { kind: 'agent.session-aborted', sessionId: 's1', at: NOW, key: 'e1', body: { id: 'e1' } },
      guardEvent('guard.settled', 's1', NOW, noted),
    ],
    writes: [],
    result: null,
  }))
  expect(await findLastDecision(store, 's1', 'wrong')).toMatchObject({ reason: 'aborted' })
  await store.close()
})
