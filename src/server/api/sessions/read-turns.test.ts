import { expect, it } from 'vitest'
import { readTurns } from './read-turns.js'

const AT = '2026-03-01T09:00:00.000Z'
const settled = (action: object) => ({
  id: 1,
  at: AT,
  kind: 'guard.settled',
  sessionId: 's',
  key: null,
  body: { action, end: 'reflected', fence: null, fingerprint: null },
})

it.each([
  {
    action: { kind: 'continue', text: 'Run it.', metadata: { moment: 'stop' } },
    said: [{ at: AT, moment: 'stop', text: 'Run it.' }],
  },
  {
    action: { kind: 'toast', level: 'warning', text: 'The check "test" is flaky.' },
    said: [{ at: AT, moment: 'to the human', text: 'The check "test" is flaky.' }],
  },
  { action: { kind: 'none', reason: 'abstained' }, said: undefined },
])('tells what we said, to the agent or to the human: $action', ({ action, said }) => {
  const events = [settled(action)]
  const [turn] = readTurns({ events, verdicts: [], notes: new Map(), checkRuns: [] })
  expect(turn?.said).toEqual(said)
})
