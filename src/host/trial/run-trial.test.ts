import { expect, it } from 'vitest'
import type { SkillChange } from '../../schema/skill-change.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import type { TrialDeps } from './plan-trial.js'
import { startTrial } from './run-trial.js'

const CHANGE: SkillChange = {
  id: 'c1-answers',
  skill: 'answers',
  reason: 'six sessions met it',
  before: null,
  after: 'Answer 42.',
  state: 'proposed',
  verdict: null,
  commit: null,
  proposed_at: '2026-01-01T00:00:00.000Z',
  settled_at: null,
}

const begin = (store: Store, change: SkillChange | null) =>
  startTrial(
    {
      candidate: { skill: 'answers', text: CHANGE.after, change },
      terms: {
        runner: 'client',
        runsPerArm: 1,
        timeoutMs: 1000,
        setup: null,
        episodes: [],
        isOffline: false,
        isRunnerOffline: false,
      },
      replays: [],
    },
    {
      store,
      now: () => new Date('2026-01-02T00:00:00.000Z'),
      nextId: () => 'trial-1',
    } as unknown as TrialDeps,
  )

const kept = async (store: Store) => ({
  trials: (await store.list('trial', {})).map(({ id }) => id),
  steps: (await store.list('skill_state', {})).map(({ state, by }) => `${state} by ${by}`),
})

it.each([
  { change: CHANGE, steps: ['trial by person'] },
  { change: null, steps: [] },
])('is recorded with the first step of what is proposed: $steps', async ({ change, steps }) => {
  const store = await openMemoryStore()
  await begin(store, change)
  expect(await kept(store)).toEqual({ trials: ['trial-1'], steps })
})

it('is not there without that step, when the process dies between them', async () => {
  const store = await openMemoryStore()
  store.once = () => Promise.reject(new Error('killed'))
  await expect(begin(store, CHANGE)).rejects.toThrow('killed')
  expect(await kept(store)).toEqual({ trials: [], steps: [] })
})
