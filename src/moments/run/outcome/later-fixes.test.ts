import { expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../../../store/memory.js'
import { samples } from '../../../testing/store-contract/samples.js'
import { NO_FACTS } from './end-facts.js'
import { settleLaterFixes, watchLater } from './later-fixes.js'

const at = '2030-01-01T00:00:00.000Z'
const sample = samples.session_outcome.make({
  id: 'o1',
  at,
  sessionId: 's1',
  subject: 'x',
  state: 'completed',
})
const facts = { ...NO_FACTS, turn: 1, base: 'a1', head: 'b2' }

it.each([
  ['recorded_checks', undefined],
  ['own_check', 'revert'],
] as const)(
  'of work completed by %s a later fix of its lines counts unless only: %s',
  (basis, only) => {
    const outcome = { ...sample, status: 'completed' as const, basis }
    const [write] = watchLater(outcome, facts, at)
    expect(write).toMatchObject({ kind: 'due', record: { sessionId: 's1' } })
    expect((write!.record as { payload: Record<string, string> }).payload['only']).toBe(only)
  },
)

const day = (n: number): string => new Date(Date.parse(at) + n * 86_400_000).toISOString()

/** So many completed sessions, each with a commit of its own that is watched. */
async function watched(sessions: number) {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  for (let n = 1; n <= sessions; n += 1) {
    const outcome = {
      ...sample,
      id: `o${n}`,
      sessionId: `s${n}`,
      status: 'completed' as const,
      basis: 'recorded_checks' as const,
    }
    const own = { ...facts, base: `c${n - 1}`, head: `c${n}` }
    await store.add([{ kind: 'session_outcome', record: outcome }])
    await store.add(watchLater(outcome, own, new Date(Date.parse(at) + n).toISOString()))
  }
  return store
}

it('each session gets its look, however many are watched and however often the head moves', async () => {
  const store = await watched(30)
  const fixed: string[] = []
  for (let start = 1; start <= 10; start += 1) {
    const terms = { store, now: day(start), head: `h${start}` }
    const settled = await settleLaterFixes({
      ...terms,
      findFix: async ({ head }) => (head === 'c29' ? { commit: 'fix1', kind: 'fix' } : null),
    })
    fixed.push(...settled.map(({ sessionId, basis }) => `${sessionId} ${basis}`))
  }
  expect(fixed).toEqual(['s29 later_fix'])
})

it('a fix within the two weeks counts also where the next look comes after them', async () => {
  const store = await watched(2)
  const settled = await settleLaterFixes({
    store,
    now: day(20),
    head: 'h1',
    findFix: async ({ head, until }) =>
      head === 'c1' && until === day(14) ? { commit: 'fix1', kind: 'fix' } : null,
  })
  expect(settled.map(({ sessionId }) => sessionId)).toEqual(['s1'])
  expect(await store.list('due')).toEqual([])
})
