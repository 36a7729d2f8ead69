import { describe, expect, it } from 'vitest'
import type { CheckRun } from '../../../schema/check-run.js'
import type { Episode } from '../../../schema/episode.js'
import { NOW } from '../__fixtures__/history.js'
import { flakyCheck } from './flaky-check.js'
import { prematureStops } from './premature-stops.js'
import { recurringFailure } from './recurring-failure.js'
import type { Rule, Settings } from './rule.js'
import { sureAndWrong } from './sure-and-wrong.js'
import { unsolved } from './unsolved.js'
import { weakenedChecks } from './weakened-checks.js'

const settings: Settings = {
  consecutiveFailureLimit: 3,
  lookbackSeconds: 86_400,
  minResultLength: 50,
  now: NOW,
}

const STATES = { O: 'open', R: 'resolved', A: 'abandoned', N: 'resolved', U: 'resolved' } as const

/** One episode per letter, newest first: open, resolved by an edit, abandoned, green by itself, by what is unknown. */
const episodes = (letters: string, sessionOf = (n: number) => `s${n}`): Episode[] =>
  [...letters].map((letter, n) => ({
    id: `e${n}`,
    sessionId: sessionOf(n),
    key: 'episode-1',
    check: 'npx vitest run',
    tests: ['cart.test.ts › empty cart'],
    error: null,
    redStep: 1,
    greenStep: null,
    tried: [],
    resolvedBy:
      letter === 'O' || letter === 'A'
        ? null
        : {
            files: letter === 'R' ? ['src/cart.ts'] : [],
            hunks: [],
            commands: [],
            commit: null,
            ...(letter === 'N' ? { again: true as const } : {}),
          },
    weakened: false,
    state: STATES[letter as keyof typeof STATES],
    attempts: 1,
    startedAt: NOW,
    endedAt: null,
  }))

const run = (result: CheckRun['result'], tree: string): CheckRun => ({
  id: `${result}-${tree}`,
  checkId: 'unit',
  name: 'unit',
  command: 'npm test',
  sessionId: `session-of-${result}`,
  turn: 1,
  worktree: '/w',
  trigger: 'stop',
  state: 'finished',
  result,
  treeBefore: tree,
  treeAfter: tree,
  pid: null,
  processStartedAt: null,
  runner: { pid: 1, startedAt: null },
  exitCode: 1,
  tries: 1,
  durationMs: 5,
  failure: null,
  output: '',
  startedAt: NOW,
  endedAt: NOW,
})

const CHECK_RULES = [recurringFailure, flakyCheck, unsolved]

const said = <F>(rules: readonly Rule<F>[], facts: F) =>
  rules.flatMap((rule) => rule.check(facts, settings) ?? [])

describe('the rules over the sessions that met one failure', () => {
  it.each([
    { letters: '', says: [] },
    { letters: 'RR', says: [] },
    { letters: 'RRR', says: ['recurring_failure'] },
    { letters: 'OOO', says: ['recurring_failure'] },
    { letters: 'NNN', says: ['flaky_check'] },
    { letters: 'NNR', says: ['recurring_failure', 'flaky_check'] },
    { letters: 'A', says: [] },
    { letters: 'AA', says: ['unsolved'] },
    { letters: 'OAA', says: ['recurring_failure', 'unsolved'] },
    { letters: 'RAA', says: ['recurring_failure'] },
    { letters: 'N', says: [] },
    { letters: 'NN', says: ['flaky_check'] },
    { letters: 'UU', says: [] },
    { letters: 'NU', says: [] },
    { letters: 'UUU', says: ['recurring_failure'] },
  ])('make of $letters: $says', ({ letters, says }) => {
    const facts = { id: 'episode-1', episodes: episodes(letters), runs: [] }
    expect(said(CHECK_RULES, facts).map(({ rule }) => rule)).toEqual(says)
  })

  it('count sessions, not episodes', () => {
    const facts = { id: 'e', episodes: episodes('AAA', () => 'one'), runs: [] }
    expect(said(CHECK_RULES, facts)).toEqual([])
  })

  it('leave out what a later session saw green', () => {
    const facts = { id: 'e', episodes: episodes('AAA'), runs: [] }
    expect(unsolved.check({ ...facts, greenSince: new Set(['e1', 'e2']) }, settings)).toBeNull()
    expect(unsolved.check({ ...facts, greenSince: new Set(['e2']) }, settings)?.count).toBe(2)
  })

  it('name the check, what failed, what fixed it and the sessions', () => {
    const facts = { id: 'episode-1', episodes: episodes('RRR'), runs: [] }
    expect(recurringFailure.check(facts, settings)).toEqual({
      rule: 'recurring_failure',
      severity: 'warning',
      subject_type: 'check',
      subject_id: 'episode-1',
      detail:
        'npx vitest run was red in 3 sessions in the last 30 days (last fixed by src/cart.ts): cart.test.ts › empty cart',
      action_taken: '',
      sessions: ['s0', 's1', 's2'],
      count: 3,
    })
  })
})

it('name no command that other sessions did not run', () => {
  const [first, ...others] = episodes('RRA')
  const facts = {
    id: 'episode-1',
    episodes: [{ ...first!, check: 'npm test' }, ...others],
    runs: [],
  }
  expect(recurringFailure.check(facts, settings)?.detail).toMatch(
    /^A check was red in 3 sessions .* \(last fixed by src\/cart.ts\): cart.test.ts › empty cart$/,
  )
})

it.each([
  ['TypeError', ': cart.test.ts › empty cart: TypeError'],
  ['RangeError', ': cart.test.ts › empty cart'],
])('name what was said where all sessions were told it: TypeError and %s', (name, end) => {
  const [first, second, third] = episodes('RRR')
  const error = {
    class: 'TypeError',
    code: null,
    message: null,
    file: null,
    line: null,
    symbol: null,
  }
  const told = [{ ...first!, error }, { ...second!, error: { ...error, class: name } }, third!]
  const said = recurringFailure.check({ id: 'episode-1', episodes: told, runs: [] }, settings)
  expect(said!.detail.split('src/cart.ts)')[1]).toBe(end)
})

describe('a check of the user', () => {
  it.each([
    { runs: [run('flaky', 't')], says: ['flaky_check'] },
    { runs: [run('new_failure', 't'), run('passed', 't')], says: ['flaky_check'] },
    { runs: [run('new_failure', 't'), run('passed', 'u')], says: [] },
    { runs: [run('new_failure', ''), run('passed', '')], says: [] },
    { runs: [run('unrunnable', 't'), run('passed', 't')], says: [] },
  ])('is flaky when it was red and green on one tree: $says', ({ runs, says }) => {
    const facts = { id: 'unit', episodes: [], runs }
    expect(said(CHECK_RULES, facts).map(({ rule }) => rule)).toEqual(says)
  })
})

const pushed = (gates: string) =>
  [...gates].map((gate, n) => ({ sessionId: `s${n}`, at: NOW, gates: gate === '.' ? [] : [gate] }))

describe('a gate that sends agents back', () => {
  it.each([
    { sessions: 'ggg.......', count: null },
    { sessions: 'gggg......', count: 4 },
    { sessions: 'gggh......', count: null },
    { sessions: 'gggggggggggg', count: 10 },
    { sessions: '..........gggg', count: null },
  ])('in $sessions of the newest sessions: $count', ({ sessions, count }) => {
    const facts = { id: 'g', sessions: pushed(sessions) }
    expect(prematureStops.check(facts, settings)?.count ?? null).toBe(count)
  })
})

it.each([
  { sessions: 1, says: [] },
  { sessions: 2, says: ['weakened_checks'] },
])('$sessions sessions that weakened checks: $says', ({ sessions, says }) => {
  const weakened = Array.from({ length: sessions }, (_, n) => ({
    sessionId: `s${n}`,
    at: NOW,
    what: 'a.test.ts: 2 tests are skipped',
  }))
  const facts = { id: 'project', sure: [], isSureNoted: false, weakened }
  expect(said([weakenedChecks], facts).map(({ rule }) => rule)).toEqual(says)
})

it.each([
  { ends: 'WWRRRRRRRR', says: [] },
  {
    ends: 'RWRRWRRRWR',
    says: ['of the last 10 sessions that the agent was sure of, 3 were wrong'],
  },
  { ends: '', says: [] },
])('sessions that the agent was sure of, right or wrong, $ends: $says', ({ ends, says }) => {
  const sure = [...ends].map((end, n) => ({ sessionId: `s${n}`, at: NOW, isRight: end === 'R' }))
  const facts = { id: 'project', sure, isSureNoted: false, weakened: [] }
  expect(said([sureAndWrong], facts).map(({ detail }) => detail)).toEqual(says)
})
