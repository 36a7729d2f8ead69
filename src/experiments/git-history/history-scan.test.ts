import { describe, expect, it } from 'vitest'
import type { HistoryCommit } from './history-commit.js'
import { HistoryScan } from './history-scan.js'

const DAY = 86_400

/** Commits are written oldest first, as they happened, one day apart unless `day` says otherwise. */
interface Written {
  subject: string
  files?: string[]
  day?: number
  reverts?: string
  parents?: number
  failingCheck?: boolean
}

const hashOf = (i: number): string =>
  String(i + 1)
    .padStart(8, '0')
    .padEnd(40, 'a')

function scan(written: Written[], windowDays = 14) {
  const commits = written.map(
    ({ subject, files, day, reverts, parents, failingCheck }, i): HistoryCommit => ({
      hash: hashOf(i),
      time: (day ?? i) * DAY,
      parents: parents ?? 1,
      subject,
      revertsHash: reverts ?? null,
      failingCheck: failingCheck ?? false,
      files: files ?? [],
    }),
  )
  const scanned = new HistoryScan({ windowDays })
  for (const commit of commits.toReversed()) scanned.add(commit)
  return scanned.finish()
}

const buckets = (written: Written[], windowDays?: number) =>
  scan(written, windowDays).signals.map(({ by, bucket }) => `${by} ${bucket}`)

describe('HistoryScan: fixes that follow a feature', () => {
  const feature = { subject: 'feat: search', files: ['src/search.ts'] }
  const fix = { subject: 'fix: search', files: ['src/search.ts'] }

  it.each<{ name: string; history: Written[]; expected: string[] }>([
    { name: 'a fix of the same file', history: [feature, fix], expected: ['fix reflection'] },
    {
      name: 'a fix of another file',
      history: [feature, { ...fix, files: ['src/other.ts'] }],
      expected: [],
    },
    {
      name: 'a fix on the last day',
      history: [feature, { ...fix, day: 14 }],
      expected: ['fix reflection'],
    },
    { name: 'a fix a day too late', history: [feature, { ...fix, day: 15 }], expected: [] },
    { name: 'a fix before the feature', history: [fix, feature], expected: [] },
    {
      name: 'two fixes of one feature',
      history: [feature, fix, fix],
      expected: ['fix reflection'],
    },
    {
      name: 'one fix of two features',
      history: [feature, feature, fix],
      expected: ['fix reflection', 'fix reflection'],
    },
    {
      name: 'a shared test only',
      history: [
        { ...feature, files: ['src/a.ts', 'src/a.test.ts'] },
        { ...fix, files: ['src/b.ts', 'src/a.test.ts'] },
      ],
      expected: [],
    },
    {
      name: 'shared docs only',
      history: [
        { ...feature, files: ['docs/a.md'] },
        { ...fix, files: ['docs/a.md'] },
      ],
      expected: [],
    },
    {
      name: 'a fix with a test',
      history: [feature, { ...fix, files: ['src/search.ts', 'src/search.test.ts'] }],
      expected: ['fix ci'],
    },
    {
      name: 'a fix of the build',
      history: [feature, { ...fix, files: ['src/search.ts', 'package.json'] }],
      expected: ['fix ci'],
    },
    {
      name: 'a fix that names a failing check',
      history: [feature, { ...fix, failingCheck: true }],
      expected: ['fix ci'],
    },
    {
      name: 'a feature that the floor flags',
      history: [
        { ...feature, files: ['src/auth/login.ts'] },
        { ...fix, files: ['src/auth/login.ts'] },
      ],
      expected: ['fix review'],
    },
    {
      name: 'a merge that repeats the fix',
      history: [feature, { ...fix, parents: 2 }],
      expected: [],
    },
  ])('answers $expected to $name', ({ history, expected }) => {
    expect(buckets(history)).toEqual(expected)
  })

  it('takes the window from its options', () => {
    expect(buckets([feature, { ...fix, day: 20 }], 30)).toEqual(['fix reflection'])
  })
})

describe('HistoryScan: reverts', () => {
  const change = { subject: 'feat: search', files: ['src/search.ts', 'src/search.test.ts'] }
  const undo = { subject: 'Revert "feat: search"', files: change.files }

  it.each<{ name: string; history: Written[]; expected: object }>([
    {
      name: 'by hash',
      history: [
        { ...change, subject: 'renamed' },
        { ...undo, reverts: hashOf(0) },
      ],
      expected: { reverts: 1, revertsResolved: 1, original: 'renamed' },
    },
    {
      name: 'by abbreviated hash',
      history: [
        { ...change, subject: 'renamed' },
        { subject: 'other' },
        { ...undo, reverts: hashOf(0).slice(0, 10) },
      ],
      expected: { reverts: 1, revertsResolved: 1, original: 'renamed' },
    },
    {
      name: 'by pull request',
      history: [
        { ...change, subject: 'add it (#7)' },
        { ...undo, subject: 'chore: revert #7 (#8)' },
      ],
      expected: { reverts: 1, revertsResolved: 1, original: 'add it (#7)' },
    },
    {
      name: 'by subject',
      history: [change, undo],
      expected: { reverts: 1, revertsResolved: 1, original: 'feat: search' },
    },
    {
      name: 'by subject when the hash is not in the history',
      history: [change, { ...undo, reverts: 'f'.repeat(40) }],
      expected: { reverts: 1, revertsResolved: 1, original: 'feat: search' },
    },
    {
      name: 'to the newest commit of that subject',
      history: [change, { ...change, files: ['src/newest.ts'] }, undo],
      expected: { reverts: 1, revertsResolved: 1, original: 'feat: search' },
    },
    {
      name: 'not at all',
      history: [{ subject: 'other' }, { ...undo, reverts: 'f'.repeat(40) }],
      expected: { reverts: 1, revertsResolved: 0, original: undefined },
    },
    {
      name: 'under another subject',
      history: [change, { subject: 'fix: stop it', files: ['src/search.ts'], reverts: hashOf(0) }],
      expected: { reverts: 1, revertsResolved: 1, original: 'feat: search' },
    },
  ])('resolves $name', ({ history, expected }) => {
    const { reverts, revertsResolved, signals } = scan(history)
    expect({ reverts, revertsResolved, original: signals[0]?.original?.subject }).toEqual(expected)
  })

  it.each<{ name: string; history: Written[]; expected: string[] }>([
    {
      name: 'the change with its own tests',
      history: [change, undo],
      expected: ['revert reflection'],
    },
    {
      name: 'the change, with a test of its own',
      history: [change, { ...undo, files: [...undo.files, 'src/guard.test.ts'] }],
      expected: ['revert ci'],
    },
    {
      name: 'a risky change',
      history: [
        { ...change, files: ['db/migrations/7.sql'] },
        { ...undo, files: ['db/migrations/7.sql'] },
      ],
      expected: ['revert review'],
    },
    {
      name: 'a merge, judged by the files of the revert',
      history: [
        { subject: 'Merge branch "auth"', parents: 2 },
        { subject: 'Revert "Merge branch "auth""', files: ['src/auth/a.ts'], reverts: hashOf(0) },
      ],
      expected: ['revert review'],
    },
    {
      name: 'something unknown, judged by the files of the revert',
      history: [{ ...undo, files: ['src/a.ts', 'src/a.test.ts'] }],
      expected: ['revert reflection'],
    },
  ])('answers $expected when it undoes $name', ({ history, expected }) => {
    expect(buckets(history)).toEqual(expected)
  })

  it('takes a revert of a revert as bringing the change back', () => {
    const { reapplied, reverts, signals } = scan([
      change,
      { ...undo, reverts: hashOf(0) },
      { subject: 'Revert "Revert "feat: search""', files: change.files, reverts: hashOf(1) },
    ])
    expect({ reapplied, reverts, signals: signals.length }).toEqual({
      reapplied: 1,
      reverts: 1,
      signals: 1,
    })
  })

  it('counts a change that was fixed and reverted once', () => {
    const { featuresFixed, revertedAndFixed, signals } = scan([
      change,
      { subject: 'fix: search', files: ['src/search.ts'] },
      undo,
    ])
    expect({ featuresFixed, revertedAndFixed, signals: signals.length }).toEqual({
      featuresFixed: 1,
      revertedAndFixed: 1,
      signals: 1,
    })
  })

  it('leaves out a squashed branch that reverted a commit of its own', () => {
    const { reverts, revertsInsideSquash, signals } = scan([
      { subject: 'feat: big thing (#9)', files: ['src/big.ts'], reverts: 'f'.repeat(40) },
    ])
    expect({ reverts, revertsInsideSquash, signals: signals.length }).toEqual({
      reverts: 0,
      revertsInsideSquash: 1,
      signals: 0,
    })
  })
})

describe('HistoryScan', () => {
  it('answers zero to no history', () => {
    expect(scan([])).toMatchObject({ commits: 0, oldest: null, newest: null, signals: [] })
  })

  it('notices a history that runs from old to new', () => {
    const scanned = new HistoryScan({ windowDays: 14 })
    for (const day of [1, 2, 3]) {
      scanned.add({
        hash: hashOf(day),
        time: day * DAY,
        parents: 1,
        subject: 'x',
        revertsHash: null,
        failingCheck: false,
        files: [],
      })
    }
    expect(scanned.finish().isNewestFirst).toBe(false)
  })
})
