import { expect, it } from 'vitest'
import { makeSession } from '../../../guard/__fixtures__/session.js'
import { factsLessonId } from '../../../memory/recall/lesson-items.js'
import { openExposure } from '../../../memory/exposures.js'
import { openStoreStorage } from '../../../memory/store-storage.js'
import type { Episode } from '../../../schema/episode.js'
import { openMemoryStore } from '../../../store/memory.js'
import { sampleWrite } from '../../../testing/store-contract/samples.js'
import { NO_FACTS, toDueRow } from './end-facts.js'
import { settleOutcomes } from './settle-outcomes.js'

const AT = '2030-01-01T10:00:00.000Z'

it.each([
  ['stayed red in it', 'abandoned', 'failure'],
  ['became green', 'resolved', 'success'],
] as const)('a lesson whose check %s ends in %s: %s', async (_, state, expected) => {
  const store = await openMemoryStore()
  const session = makeSession({ sessionId: 's1', startedAt: AT, updatedAt: AT, endedAt: AT })
  await store.transact({ sessionId: 's1', key: null }, () => ({
    state: session,
    events: [],
    writes: [],
    result: null,
  }))
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
  const [outcome] = await settleOutcomes({ store, storages: [storage], now, current: null })
  expect(outcome).toMatchObject({ status: 'completed', basis: 'next_message' })
  expect(await storage.listExposures({ sessionId: 's1' })).toMatchObject([{ outcome: expected }])
  await store.close()
})
