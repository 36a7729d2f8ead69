import { describe, expect, it } from 'vitest'
import { assessGitHistory } from './git-history.js'
import type { Bucket, FailureSignal, HistoryTally } from './history-scan.js'

const signal = (bucket: Bucket): FailureSignal => ({
  bucket,
  by: 'fix',
  original: { hash: 'a', subject: 'feat: x' },
  repair: { hash: 'b', subject: 'fix: x', time: 1 },
  why: '',
})

const tally = (
  counts: Partial<Record<Bucket, number>>,
  more: Partial<HistoryTally> = {},
): HistoryTally => ({
  commits: 1000,
  merges: 0,
  oldest: 0,
  newest: 1,
  features: 100,
  fixes: 100,
  reverts: 0,
  revertsResolved: 0,
  reapplied: 0,
  revertsInsideSquash: 0,
  featuresFixed: 0,
  featuresFailed: 0,
  revertedAndFixed: 0,
  signals: (Object.entries(counts) as [Bucket, number][]).flatMap(([bucket, n]) =>
    Array.from({ length: n }, () => signal(bucket)),
  ),
  isNewestFirst: true,
  ...more,
})

describe('assessGitHistory', () => {
  it.each([
    {
      name: 'no signals',
      counts: {},
      state: 'insufficient',
      says: '0 failure signals; 10 are needed',
    },
    {
      name: 'nine signals',
      counts: { reflection: 9 },
      state: 'insufficient',
      says: '9 failure signals; 10 are needed',
    },
    {
      name: 'an empty third bucket of many',
      counts: { ci: 80 },
      state: 'killed',
      says: 'below 5 %',
    },
    {
      name: 'an empty third bucket of few',
      counts: { ci: 40 },
      state: 'undecided',
      says: 'at least 0.0 %, not above 5 %',
    },
    {
      name: 'a large third bucket',
      counts: { ci: 6, review: 6, reflection: 6 },
      state: 'passed',
      says: 'above 5 %',
    },
  ])('says $state on $name', ({ counts, state, says }) => {
    const { verdict } = assessGitHistory(tally(counts), { source: 'test', windowDays: 14 })
    expect(verdict).toEqual({ state, reasons: [expect.stringContaining(says)] })
  })

  it('refuses a verdict on a log in the wrong order', () => {
    const { verdict } = assessGitHistory(tally({ ci: 80 }, { isNewestFirst: false }), {
      source: 'test',
      windowDays: 14,
    })
    expect(verdict.state).toBe('insufficient')
  })

  it('says what the reader must know of the history', () => {
    const { notes } = assessGitHistory(
      tally({ ci: 10 }, { features: 0, reverts: 3, revertsResolved: 1, revertsInsideSquash: 2 }),
      { source: 'test', windowDays: 14, reading: { shallow: true, cut: 'timeout' }, malformed: 4 },
    )
    expect(notes.map((note) => note.slice(0, 24))).toEqual([
      'This is a shallow clone:',
      'git log took too long: t',
      '4 commits of the saved l',
      '2 of 3 reverts could not',
      '2 commits carry "This re',
      'None of 1,000 subjects t',
    ])
  })

  it('states the heuristic with its window before the result', () => {
    const { registered } = assessGitHistory(tally({}), { source: 'test', windowDays: 7 })
    expect(registered.definitions.join(' ')).toContain('within 7 days')
  })
})
