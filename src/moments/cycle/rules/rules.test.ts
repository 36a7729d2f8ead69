import { describe, expect, it } from 'vitest'
import { before, history, NOW, outcome, task } from '../__fixtures__/history.js'
import type { SkillChange } from '../../../schema/skill-change.js'
import { consecutiveFailures } from './consecutive-failures.js'
import type { Settings, SkillFacts, TaskFacts } from './rule.js'
import { skillFailureCorrelation } from './skill-failure-correlation.js'
import { skillRegressed } from './skill-regressed.js'
import { staleTask } from './stale-task.js'
import { timeoutPattern } from './timeout-pattern.js'

const settings: Settings = {
  consecutiveFailureLimit: 3,
  lookbackSeconds: 86_400,
  minResultLength: 50,
  now: NOW,
}
const DAY = 24 * 60

const facts = (outcomes: TaskFacts['outcomes'], known = task()): TaskFacts => ({
  id: 'nightly',
  task: known,
  outcomes,
})

describe('the rules over the streak of a task', () => {
  it.each([
    { letters: '', says: null, count: null },
    { letters: 'FF', says: null, count: null },
    { letters: 'FFF', says: 'consecutive_failures', count: 3 },
    { letters: 'CFFF', says: 'consecutive_failures', count: 3 },
    { letters: 'FFFFF', says: 'consecutive_failures', count: 5 },
    { letters: 'FFC', says: null, count: null },
    { letters: 'FFFC', says: null, count: null },
    { letters: 'FFCF', says: null, count: null },
    { letters: 'FFCFF', says: null, count: null },
    { letters: 'TTT', says: 'timeout_pattern', count: 3 },
    { letters: 'CTTTT', says: 'timeout_pattern', count: 4 },
    { letters: 'TT', says: null, count: null },
    { letters: 'TTC', says: null, count: null },
    { letters: 'TCTT', says: null, count: null },
    { letters: 'TTF', says: 'consecutive_failures', count: 3 },
    { letters: 'FTT', says: 'consecutive_failures', count: 3 },
    { letters: 'TFT', says: 'consecutive_failures', count: 3 },
    { letters: 'FTTT', says: 'consecutive_failures', count: 4 },
    { letters: 'FCTTT', says: 'timeout_pattern', count: 3 },
    { letters: 'CCC', says: null, count: null },
    { letters: 'III', says: null, count: null },
    { letters: 'FFI', says: null, count: null },
    { letters: 'FIFIF', says: 'consecutive_failures', count: 3 },
    { letters: 'TITT', says: 'timeout_pattern', count: 3 },
  ])('make of $letters: $says', ({ letters, says, count }) => {
    const said = [consecutiveFailures, timeoutPattern]
      .map((rule) => rule.check(facts(history(letters)), settings))
      .filter((one) => one !== null)
    expect(said.map(({ rule, count }) => ({ rule, count }))).toEqual(
      says === null ? [] : [{ rule: says, count }],
    )
  })

  it('pause for failures and only warn of timeouts', () => {
    expect(consecutiveFailures.check(facts(history('FFF')), settings)).toEqual({
      rule: 'consecutive_failures',
      severity: 'action_taken',
      subject_type: 'task',
      subject_id: 'nightly',
      detail: 'the last 3 runs in a row failed or timed out',
      action_taken: 'paused_task',
      count: 3,
    })
    expect(timeoutPattern.check(facts(history('TTT')), settings)).toEqual({
      rule: 'timeout_pattern',
      severity: 'warning',
      subject_type: 'task',
      subject_id: 'nightly',
      detail: 'the last 3 runs in a row timed out; give it a longer timeout or a simpler prompt',
      action_taken: '',
      count: 3,
    })
  })

  it.each([
    { letters: 'FFF', endsBefore: DAY + 1, fires: false, why: 'an old streak' },
    { letters: 'FFF', endsBefore: DAY - 1, fires: true, why: 'one that ended just in time' },
    { letters: 'TTT', endsBefore: DAY + 1, fires: false, why: 'an old timeout streak' },
  ])('look at the look-back: $why', ({ letters, endsBefore, fires }) => {
    const old = facts(history(letters, {}, endsBefore))
    const said = [consecutiveFailures, timeoutPattern].map((rule) => rule.check(old, settings))
    expect(said.some((one) => one !== null)).toBe(fires)
  })

  it('count a weekly task by its runs, not by the day', () => {
    const weekly = [0, 7, 14].map((days, index) =>
      outcome({ session_id: `w${index}`, status: 'failed', timestamp: before(days * DAY) }),
    )
    expect(consecutiveFailures.check(facts(weekly), settings)?.count).toBe(3)
  })

  it.each([
    { letters: 'FFFC', over: [true, true] },
    { letters: 'FFF', over: [false, true] },
    { letters: 'TTT', over: [false, false] },
    { letters: '', over: [false, false] },
  ])('are over after $letters: $over', ({ letters, over }) => {
    const known = facts(history(letters))
    expect(
      [consecutiveFailures, timeoutPattern].map((rule) => rule.isOver(known, settings)),
    ).toEqual(over)
  })
})

describe('the rule of stale tasks', () => {
  const short = { result: 'ok', result_length: 2 }
  it.each([
    { name: 'three short results', outcomes: history('CCC', short), fires: true },
    { name: 'two short results', outcomes: history('CC', short), fires: false },
    { name: 'one long among them', outcomes: [...history('CC', short), outcome()], fires: false },
    {
      name: 'a long one before them',
      outcomes: [...history('CCC', short), outcome()],
      fires: true,
    },
    { name: 'failures between them', outcomes: history('CFCFC', short), fires: true },
    { name: 'failures only', outcomes: history('FFFF', short), fires: false },
    { name: 'results of two days ago', outcomes: history('CCC', short, 2 * DAY), fires: true },
    { name: 'exactly long enough', outcomes: history('CCC', { result_length: 50 }), fires: false },
    { name: 'one too short', outcomes: history('CCC', { result_length: 49 }), fires: true },
  ])('fires for $name: $fires', ({ outcomes, fires }) => {
    expect(staleTask.check(facts(outcomes), settings) !== null).toBe(fires)
  })

  it.each([
    { name: 'never ran', known: task({ run_count: 0 }), fires: false },
    { name: 'is only reported', known: null, fires: true },
  ])('fires for a task that $name: $fires', ({ known, fires }) => {
    const said = staleTask.check({ ...facts(history('CCC', short)), task: known }, settings)
    expect(said !== null).toBe(fires)
  })

  it('is over with the first long result', () => {
    expect(staleTask.isOver(facts(history('CCC', short)), settings)).toBe(false)
    expect(staleTask.isOver(facts([outcome(), ...history('CCC', short)]), settings)).toBe(true)
  })
})

const reading = (count: number, fields: Parameters<typeof outcome>[0] = {}, name = 'r') =>
  Array.from({ length: count }, (_, n) =>
    outcome({ session_id: `${name}${n}`, skills_read: ['deploy'], ...fields }),
  )

const skill = (fields: Partial<SkillFacts> = {}): SkillFacts => ({
  id: 'deploy',
  failed: [],
  completed: [],
  failedShare: 1,
  completedShare: 1,
  change: null,
  before: { failed: 0, completed: 0 },
  ...fields,
})

describe('the rule of skills that go with failures', () => {
  it.each([
    { name: 'three failed readers', failed: reading(3), completed: [], fires: true },
    { name: 'two failed readers', failed: reading(2), completed: [], fires: false },
    {
      name: 'one session that is there three times',
      failed: [...reading(1), ...reading(1), ...reading(1)],
      completed: [],
      fires: false,
    },
    {
      name: 'a skill read twice in one session',
      failed: reading(2, { skills_read: ['deploy', 'deploy'] }),
      completed: [],
      fires: false,
    },
    { name: 'as many successes', failed: reading(3), completed: reading(3), fires: false },
    { name: 'one success fewer', failed: reading(4), completed: reading(3), fires: true },
    { name: 'more successes', failed: reading(3), completed: reading(9), fires: false },
    {
      name: 'another skill',
      failed: reading(5, { skills_read: ['other'] }),
      completed: [],
      fires: false,
    },
  ])('fires for $name: $fires', ({ failed, completed, fires }) => {
    const said = skillFailureCorrelation.check(skill({ failed, completed }), settings)
    expect(said !== null).toBe(fires)
    expect(skillFailureCorrelation.isOver(skill({ failed, completed }), settings)).toBe(!fires)
  })

  it('sees both sides alike where a list was cut', () => {
    const busy = { failed: reading(100), completed: reading(20), completedShare: 0.04 }
    expect(skillFailureCorrelation.check(skill(busy), settings)).toBeNull()
    const rare = { failed: reading(3), completed: [], completedShare: 0.04 }
    expect(skillFailureCorrelation.check(skill(rare), settings)?.count).toBe(3)
  })
})

describe('the rule of skills that got worse', () => {
  const change: SkillChange = {
    id: 'c1',
    skill: 'deploy',
    reason: 'why',
    before: null,
    after: 'text',
    state: 'approved',
    verdict: null,
    commit: 'abcdef0123456789',
    proposed_at: before(300),
    settled_at: before(200),
  }
  const late = { timestamp: before(100) }
  const early = { timestamp: before(250) }
  it.each([
    { name: 'no change', known: { change: null, failed: reading(5, late) }, fires: false },
    {
      name: 'failures with nothing before',
      known: { change, failed: reading(9, late) },
      fires: false,
    },
    {
      name: 'a rate that may be chance',
      known: {
        change,
        failed: reading(3, late),
        completed: reading(1, late),
        before: { failed: 1, completed: 5 },
      },
      fires: false,
    },
    { name: 'failures before it', known: { change, failed: reading(5, early) }, fires: false },
    {
      name: 'a rate as before',
      known: { change, failed: reading(3, late), before: { failed: 4, completed: 0 } },
      fires: false,
    },
    {
      name: 'a better rate',
      known: {
        change,
        failed: reading(3, late),
        completed: reading(9, late),
        before: { failed: 5, completed: 5 },
      },
      fires: false,
    },
    {
      name: 'a worse rate',
      known: {
        change,
        failed: reading(6, late),
        completed: reading(1, late),
        before: { failed: 1, completed: 9 },
      },
      fires: true,
    },
  ])('fires for $name: $fires', ({ known, fires }) => {
    const said = skillRegressed.check(skill(known), settings)
    expect(said?.action_taken ?? null).toBe(fires ? 'retired_skill' : null)
    expect(skillRegressed.isOver(skill(known), settings)).toBe(!fires)
  })
})
