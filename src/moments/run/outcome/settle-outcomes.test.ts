import { expect, it, onTestFinished } from 'vitest'
import { makeSession } from '../../../guard/__fixtures__/session.js'
import { factsLessonId } from '../../../memory/recall/lesson-items.js'
import { openExposure } from '../../../memory/exposures.js'
import { openStoreStorage } from '../../../memory/store-storage.js'
import { OUTCOME_DUE } from '../../../schema/end-facts.js'
import type { Episode } from '../../../schema/episode.js'
import { openMemoryStore } from '../../../store/memory.js'
import { sampleWrite } from '../../../testing/store-contract/samples.js'
import { NO_FACTS, toDueRow } from './end-facts.js'
import { settleOutcomes } from './settle-outcomes.js'

const AT = '2030-01-01T10:00:00.000Z'

async function openWith() {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const session = makeSession({ sessionId: 's1', startedAt: AT, updatedAt: AT, endedAt: AT })
  await store.transact({ sessionId: 's1', key: null }, () => ({
    state: session,
    events: [],
    writes: [],
    result: null,
  }))
  return store
}

it.each([
  ['before anyone looked', false],
  ['after a person looked', true],
])('green checks wait for the first words of the next session, %s', async (_, isLookedAt) => {
  const store = await openWith()
  const said = 'I fixed the login.'
  const facts = { ...NO_FACTS, turn: 1, said, result: 'passed' as const, green: ['npm test'] }
  await store.add([{ kind: 'due', record: toDueRow('s1', facts, AT) }])
  const settle = (now: string, words?: string | null) =>
    settleOutcomes({
      store,
      storages: [],
      now,
      current: words === undefined ? null : { sessionId: 's2', words },
    })
  if (isLookedAt) await settle('2030-01-02T11:00:00.000Z')
  await settle('2030-01-02T12:00:00.000Z', null)
  const known = await store.list('session_outcome', { sessionId: 's1' })
  expect(known).toMatchObject([{ status: 'completed', basis: 'recorded_checks' }])
  const doubt = "That's wrong, the login still fails with the same error."
  const [outcome] = await settle('2030-01-02T12:01:00.000Z', doubt)
  expect(outcome).toMatchObject({ status: 'failed', basis: 'next_message' })
  expect(await store.list('due', { sessionId: 's1', kind: OUTCOME_DUE })).toEqual([])
})

it.each([
  { what: 'stays red', green: ['npm run lint'], basis: 'own_check', status: 'failed' },
  { what: 'was seen green by the agent since', green: ['npm test'], status: 'completed' },
])('of a check of ours that $what', async ({ green, status, basis = 'recorded_checks' }) => {
  const store = await openWith()
  const run = sampleWrite('check_run', { sessionId: 's1', at: AT, state: 'finished' })
  const facts = { ...NO_FACTS, turn: 1, result: 'passed' as const, green }
  await store.add([run, { kind: 'due', record: toDueRow('s1', facts, AT) }])
  const [outcome] = await settleOutcomes({ store, storages: [], now: AT, current: null })
  expect(outcome).toMatchObject({ status, basis })
})

it('a check that a session without a stop left red is said', async () => {
  const store = await openWith()
  const { record } = sampleWrite('episode', { sessionId: 's1', at: AT, state: 'open' })
  await store.add([
    { kind: 'episode', record: record as Episode },
    { kind: 'due', record: toDueRow('s1', NO_FACTS, AT) },
  ])
  const [outcome] = await settleOutcomes({ store, storages: [], now: AT, current: null })
  expect(outcome).toMatchObject({ status: 'unknown', basis: 'none', reason: 'npm test: red' })
})

it.each([
  ['stayed red in it', 'abandoned', 'failure'],
  ['became green', 'resolved', 'success'],
] as const)('a lesson whose check %s ends in %s: %s', async (_, state, expected) => {
  const store = await openWith()
  const storage = openStoreStorage(store)
  const lessonId = factsLessonId('failure-1')
  const drawn = { sessionId: 's1', taskId: 's1', turn: 1, attemptKey: 'a', now: AT }
  await storage.putExposures([openExposure({ ...drawn, lessonId, arm: 'shown' })])
  const { record } = sampleWrite('episode', { sessionId: 's1', at: AT })
  const facts = { ...NO_FACTS, turn: 1, committed: 'abc1234' }
  await store.add([
    { kind: 'episode', record: { ...(record as Episode), key: 'failure-1', state } },
    { kind: 'due', record: toDueRow('s1', facts, AT) },
  ])
  const now = '2030-01-03T10:00:00.000Z'
  const current = { sessionId: 's2', words: 'Add a page for orders.' }
  const [outcome] = await settleOutcomes({ store, storages: [storage], now, current })
  expect(outcome).toMatchObject({ status: 'completed', basis: 'next_message' })
  expect(await storage.listExposures({ sessionId: 's1' })).toMatchObject([{ outcome: expected }])
})
