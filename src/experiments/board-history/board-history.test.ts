import { describe, expect, it } from 'vitest'
import { BASE, completedTask, DAY } from './__fixtures__/board-task.js'
import { assessBoardHistory, assessCounted } from './board-history.js'
import type { BoardReading, BoardTask } from './board-ledger.js'

const board = (tasks: BoardTask[], more: Partial<BoardReading> = {}): BoardReading => ({
  format: 'test',
  tasks,
  flapping: 0,
  malformed: 0,
  cut: false,
  until: BASE + 100 * DAY,
  ...more,
})
const many = (n: number, more?: Partial<BoardTask>): BoardTask[] =>
  Array.from({ length: n }, () => completedTask(more))

describe('assessCounted', () => {
  it.each([
    { right: 0, wrong: 0, unknown: 0, isDated: true },
    { right: 40, wrong: 7, unknown: 12, isDated: true },
    { right: 0, wrong: 3, unknown: 90, isDated: false },
  ])('says of $right, $wrong and $unknown what a board of as many tasks says', (counted) => {
    const { right, wrong, unknown, isDated } = counted
    const completed = isDated ? {} : { completedAt: null }
    const tasks = [
      ...many(right, { ...completed, outcome: 'right' }),
      ...many(wrong, { ...completed, outcome: 'wrong' }),
      ...many(unknown, completed),
    ]
    const onBoard = assessBoardHistory(board(tasks, { until: null }), { source: 'test' })
    const { figures, ...rest } = onBoard
    const none = { hits: 0, n: 0, share: null, interval: null }
    const notLookedFor = { reopened: none, reverted: none, fixed: none }
    const expected = { ...rest, figures: { ...figures, ...notLookedFor } }
    expect(assessCounted(counted, 'test')).toEqual(expected)
  })
})

describe('assessBoardHistory', () => {
  it.each([
    { name: 'nothing', tasks: [], state: 'insufficient', says: '0 completed tasks; 20 are needed' },
    {
      name: 'nineteen',
      tasks: many(19),
      state: 'insufficient',
      says: '19 completed tasks; 20 are needed',
    },
    {
      name: 'open tasks only',
      tasks: many(50, { completed: false, completedAt: null }),
      state: 'insufficient',
      says: '0 completed tasks; 20 are needed',
    },
    {
      name: 'few signals',
      tasks: [...many(81), ...many(19, { outcome: 'right' })],
      state: 'killed',
      says: '19 of 100 completed tasks have a signal (19.0 %), below 20 %: self-reports are notes only',
    },
    {
      name: 'a fifth with a signal',
      tasks: [...many(80), ...many(20, { outcome: 'wrong' })],
      state: 'undecided',
      says: '20 of 100 completed tasks have a signal (20.0 %): at least 8.8 %, not above 20 %, so it may be either',
    },
    {
      name: 'half with a signal',
      tasks: [...many(50), ...many(50, { outcome: 'wrong' })],
      state: 'passed',
      says: '50 of 100 completed tasks have a signal (50.0 %): at least 33.5 %, above 20 %',
    },
  ])('says $state on $name', ({ tasks, state, says }) => {
    const { verdict } = assessBoardHistory(board(tasks), { source: 'test' })
    expect(verdict).toEqual({ state, reasons: [says] })
  })

  it.each([
    {
      name: 'sixty that were completed yesterday',
      tasks: many(60),
      state: 'insufficient',
      says: '60 completed tasks, of which 0 have a signal or were watched for 30 days; 20 are needed',
    },
    {
      name: 'a few signals among many that are new',
      tasks: [
        ...many(90),
        ...many(9, { outcome: 'right' }),
        ...many(15, { completedAt: BASE - 40 * DAY }),
      ],
      state: 'undecided',
      says: '9 of 114 completed tasks have a signal (7.9 %); too many were watched for less than 30 days',
    },
  ])('says $state on $name', ({ tasks, state, says }) => {
    const { verdict } = assessBoardHistory(board(tasks, { until: BASE + DAY }), { source: 'test' })
    expect(verdict).toEqual({ state, reasons: [says] })
  })

  it.each<{ name: string; given: Partial<BoardTask>; kinds: string[] }>([
    { name: 'a reopening on day 30', given: { reopenedAt: BASE + 30 * DAY }, kinds: ['reopened'] },
    { name: 'a reopening after day 30', given: { reopenedAt: BASE + 30 * DAY + 1 }, kinds: [] },
    { name: 'a reverted commit', given: { commits: ['early'] }, kinds: ['reverted'] },
    { name: 'a commit reverted too late', given: { commits: ['late'] }, kinds: [] },
    { name: 'a commit reverted before', given: { commits: ['before'] }, kinds: [] },
    { name: 'a linked fix', given: { fixes: [{ id: 'b', at: BASE + DAY }] }, kinds: ['fixed'] },
    { name: 'a late linked fix', given: { fixes: [{ id: 'b', at: BASE + 31 * DAY }] }, kinds: [] },
    { name: 'an earlier bug', given: { fixes: [{ id: 'b', at: BASE - DAY }] }, kinds: [] },
    { name: 'an undated follow-up', given: { fixes: [{ id: 'b', at: null }] }, kinds: ['fixed'] },
    { name: 'a stated outcome', given: { outcome: 'right' }, kinds: ['statedRight'] },
    {
      name: 'a reopening of unknown date',
      given: { completedAt: null, reopenedAt: BASE },
      kinds: [],
    },
  ])('counts $kinds for $name', ({ given, kinds }) => {
    const revertedAt = new Map([
      ['early', BASE + DAY],
      ['late', BASE + 40 * DAY],
      ['before', BASE - DAY],
    ])
    const { figures } = assessBoardHistory(board([completedTask(given)]), {
      source: 'test',
      revertedAt,
    })
    const seen = (['reopened', 'reverted', 'fixed', 'statedRight', 'statedWrong'] as const).filter(
      (kind) => figures[kind].hits === 1,
    )
    expect({ seen, signalled: figures.signalled.hits }).toEqual({
      seen: kinds,
      signalled: kinds.length,
    })
  })

  it('says what was dropped and what it cannot know', () => {
    const reading = board(
      [
        completedTask(),
        completedTask({ completedAt: null }),
        completedTask({ fixes: [{ id: 'b', at: null }] }),
      ],
      { flapping: 2, malformed: 3, until: BASE + DAY },
    )
    expect(assessBoardHistory(reading, { source: 'test' }).notes).toEqual([
      '2 updates went backwards in time; dropped.',
      '3 rows could not be read as a task; left out.',
      '1 completed task has no date of completion: nothing can be dated against that.',
      'Without a signal, and watched for less than 30 days: 1 completed task; the share may still rise.',
      '1 task counts only through a follow-up without a date.',
    ])
  })

  it('sorts reopenings by how soon they came', () => {
    const days = [0, 1, 1.5, 7, 20, 30]
    const tasks = days.map((day) => completedTask({ reopenedAt: BASE + day * DAY }))
    expect(assessBoardHistory(board(tasks), { source: 'test' }).figures.daysToReopen).toEqual([
      { upTo: 1, n: 2 },
      { upTo: 7, n: 2 },
      { upTo: 14, n: 0 },
      { upTo: 30, n: 2 },
    ])
  })
})
