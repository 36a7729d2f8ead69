import { beforeEach, expect, it } from 'vitest'
import type { CallGrouping, ModelCall } from '../schema/model-call.js'
import { openMemoryStore } from '../store/memory.js'
import type { Store } from '../store.js'
import { readCallSums, sumCalls } from './read-call-sums.js'

const NOON = '2030-01-01T12:00:00.000Z'
const CALL: ModelCall = {
  id: 'call',
  sessionId: 's',
  role: 'judge',
  backend: 'first',
  model: 'small',
  startedAt: NOON,
  durationMs: 100,
  inputTokens: 30,
  outputTokens: 12,
  cost: 0.5,
  outcome: 'ok',
  reason: null,
}

let store: Store

beforeEach(async () => {
  store = await openMemoryStore()
  const calls: Partial<ModelCall>[] = [
    { role: 'lesson', model: 'big', cost: 2 },
    { cost: null },
    { outcome: 'reserved' },
    { outcome: 'refused_by_budget', inputTokens: null, outputTokens: null, cost: null },
    { outcome: 'no_backend' },
    { outcome: 'failed', cost: 0.25, startedAt: '2029-12-31T23:59:59.999Z' },
    { outcome: 'timeout', cost: 0.1, startedAt: '2030-01-01T11:59:59.999Z' },
  ]
  await store.add(
    calls.map((call, n) => ({ kind: 'model_call', record: { ...CALL, id: `call-${n}`, ...call } })),
  )
  return () => store.close()
})

it('adds up groups, the dearest first', async () => {
  const none = { failed: 0, refused: 0, unsettled: 0, unpriced: 0 }
  const lesson = { ...none, group: 'lesson', calls: 1, ok: 1, inputTokens: 30, outputTokens: 12 }
  const judge = { group: 'judge', calls: 5, ok: 1, failed: 2, refused: 1, unsettled: 1 }
  expect(await sumCalls(store, { by: 'role' })).toEqual([
    { ...lesson, usd: 2, durationMs: 100 },
    { ...judge, inputTokens: 90, outputTokens: 36, usd: 0.35, unpriced: 1, durationMs: 300 },
  ])
})

it.each<{ by: CallGrouping; since?: string; groups: [string, number][] }>([
  {
    by: 'role',
    groups: [
      ['lesson', 1],
      ['judge', 5],
    ],
  },
  {
    by: 'model',
    groups: [
      ['big', 1],
      ['small', 5],
    ],
  },
  { by: 'backend', groups: [['first', 6]] },
  {
    by: 'day',
    groups: [
      ['2030-01-01', 5],
      ['2029-12-31', 1],
    ],
  },
  { by: 'day', since: NOON, groups: [['2030-01-01', 4]] },
  { by: 'model', since: '2030-01-02T00:00:00.000Z', groups: [] },
])('comes to the same by $by since $since from lines and from what is kept', async (asked) => {
  const { groups, ...query } = asked
  const sums = await sumCalls(store, query)
  expect(sums.map(({ group, calls }) => [group, calls])).toEqual(groups)
  expect(await readCallSums(store, query)).toEqual(sums)
})
