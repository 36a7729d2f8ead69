import { expect, it } from 'vitest'
import { samples } from '../../../testing/store-contract/samples.js'
import { NO_FACTS } from './end-facts.js'
import { watchLater } from './later-fixes.js'

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
