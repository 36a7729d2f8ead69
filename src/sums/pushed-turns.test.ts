import { expect, it } from 'vitest'
import type { CheckResult } from '../schema/check-run.js'
import type { Episode } from '../schema/episode.js'
import type { LogEvent } from '../schema/log-event.js'
import type { Verdict } from '../schema/verdict.js'
import { endPushedTurns } from './pushed-turns.js'

const at = (minute: number): string => `2030-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`

const verdict = (id: string, minute: number, gates: string[], turn = 1): Verdict => ({
  id,
  session_id: 's1',
  turn,
  timestamp: at(minute),
  complete: gates.length > 0 ? false : null,
  abstained: gates.length === 0,
  severity: gates.length > 0 ? 'HIGH' : 'NONE',
  feedback: '',
  missing: gates,
  next_actions: gates,
  requires_human_action: false,
  gates,
  judge: 'rules',
  degraded: false,
})

const push = (verdictId: string, minute: number, gate: string): LogEvent => ({
  id: minute,
  at: at(minute),
  kind: 'guard.settled',
  sessionId: 's1',
  key: null,
  body: {
    action: {
      kind: 'continue',
      text: '',
      metadata: { moment: 'stop', gate, verdict_id: verdictId },
    },
    fingerprint: 'f',
  },
})

const episode = (state: Episode['state'], ended: number | null): Episode => ({
  id: 'e1',
  sessionId: 's1',
  key: 'episode-1',
  check: 'npm test',
  tests: ['a.test.ts › adds'],
  error: null,
  redStep: 1,
  greenStep: ended,
  tried: [],
  resolvedBy: null,
  weakened: false,
  state,
  attempts: 1,
  startedAt: at(0),
  endedAt: ended === null ? null : at(ended),
})

const ownRun = (minute: number, result: CheckResult) => ({
  checkId: 'check-1',
  result,
  startedAt: at(minute),
})

it.each([
  {
    name: 'the next stop of its turn does not show the point',
    verdicts: [verdict('v1', 1, ['red']), verdict('v2', 5, [])],
    ending: 'settled',
  },
  {
    name: 'the next stop shows it, told or not',
    verdicts: [verdict('v1', 1, ['red']), verdict('v2', 5, ['red'])],
    ending: 'incomplete',
  },
  {
    name: 'another turn says nothing of it',
    verdicts: [verdict('v1', 1, ['red']), verdict('v2', 5, [], 2)],
    ending: 'incomplete',
  },
  {
    name: 'another turn made the check green',
    verdicts: [verdict('v1', 1, ['red']), verdict('v2', 5, [], 2)],
    episodes: [episode('resolved', 4)],
    ending: 'settled',
  },
  {
    name: 'the check stayed red',
    verdicts: [verdict('v1', 1, ['red']), verdict('v2', 5, [], 2)],
    episodes: [episode('abandoned', 9)],
    ending: 'incomplete',
  },
  {
    name: 'the claim was only taken back',
    gate: 'unbacked',
    verdicts: [verdict('v1', 1, ['unbacked']), verdict('v2', 5, [])],
    ending: 'unproven',
  },
  {
    name: 'the claim was made true',
    gate: 'unbacked',
    verdicts: [verdict('v1', 1, ['unbacked']), verdict('v2', 5, [])],
    green: ['v2'],
    ending: 'settled',
  },
  {
    name: 'a check of the user was not run again',
    gate: 'red_check',
    verdicts: [verdict('v1', 1, ['red_check']), verdict('v2', 5, [])],
    checks: [ownRun(1, 'preexisting')],
    ending: 'unproven',
  },
  {
    name: 'a check of the user was green at the next stop',
    gate: 'red_check',
    verdicts: [verdict('v1', 1, ['red_check']), verdict('v2', 5, [])],
    checks: [ownRun(1, 'new_failure'), ownRun(5, 'passed')],
    ending: 'settled',
  },
])(
  'a push ends as $ending where $name',
  ({ verdicts, episodes = [], checks = [], gate = 'red', green = [], ending }) => {
    const session = { settled: [push('v1', 1, gate)], aborts: [], verdicts, episodes, state: null }
    const known = { ...session, checks, green: new Set(green) }
    expect(endPushedTurns(known)).toEqual([{ at: at(1), ending }])
  },
)
