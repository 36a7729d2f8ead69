import { expect, it } from 'vitest'
import type { Episode } from '../schema/episode.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import { openMemoryStore } from '../store/memory.js'
import { sampleWrite } from '../testing/store-contract/samples.js'
import { readSessionUsage } from './session-usage.js'

const AT = '2030-01-01T10:00:00.000Z'

interface Row {
  title: string
  outcome?: Partial<SessionOutcome>
  episodes?: Partial<Episode>[]
  isRed: boolean
}

it.each<Row>([
  { title: 'no check', isRed: false },
  { title: 'a check left red', episodes: [{ state: 'abandoned' }], isRed: true },
  { title: 'a check red until now', episodes: [{ state: 'open' }], isRed: true },
  { title: 'a check green again', episodes: [{ state: 'resolved' }], isRed: false },
  {
    title: 'a linter left red, with green tests',
    outcome: { status: 'completed', basis: 'recorded_checks' },
    episodes: [{ state: 'resolved' }, { state: 'abandoned', check: 'npm run lint' }],
    isRed: true,
  },
  {
    title: 'a check green by its weakening',
    episodes: [{ state: 'abandoned', weakened: true }],
    isRed: false,
  },
  {
    title: 'a program that is no check',
    episodes: [{ state: 'abandoned', check: 'node seed.js' }],
    isRed: false,
  },
  {
    title: 'a check of the user red',
    outcome: { status: 'failed', basis: 'own_check' },
    isRed: true,
  },
  { title: 'words of doubt', outcome: { status: 'failed', basis: 'next_message' }, isRed: false },
])('a session with $title ended red: $isRed', async ({ outcome, episodes = [], isRed }) => {
  const store = await openMemoryStore()
  for (const [index, fields] of episodes.entries()) {
    const id = `e${index}`
    const { record } = sampleWrite('episode', { id, sessionId: 's1', at: AT })
    const one = { ...(record as Episode), check: 'npm test', weakened: false, ...fields }
    await store.add([{ kind: 'episode', record: one }])
  }
  const { record } = sampleWrite('session_outcome', { sessionId: 's1', at: AT })
  const usage = [{ model: 'm', day: null, input: 1, cacheRead: 0, cacheWrite: 0, output: 1 }]
  const ended = { ...(record as SessionOutcome), ...outcome, usage } as SessionOutcome
  expect(await readSessionUsage(store, 's1', ended)).toMatchObject({ isRed })
  await store.close()
})
