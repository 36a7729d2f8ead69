import { describe, expect, it } from 'vitest'
import { weighOrders, wouldProve } from '../../judge/proof.js'
import { weighDemands } from '../../read/demands/weigh-demands.js'
import type { Line } from './__fixtures__/session.js'
import { makeRepositoryFacts } from '../../read/__fixtures__/repository-facts.js'
import {
  AT,
  edits,
  factsOf,
  human,
  reads,
  runs,
  says,
  VITEST_GREEN,
  VITEST_RED,
} from './__fixtures__/session.js'
import { demandsMark, toDemandRecords } from './demand-records.js'
import type { WeakenedCheck } from '../../schema/weakened-check.js'

const weighed = (...parts: Line[]) => {
  const { demands, evidence } = factsOf(...parts)
  return weighDemands(demands, evidence).map(
    ({ kind, state, status }) => `${kind} ${state} ${status}`,
  )
}
const asked = human('Fix the sum in src/a.ts, run the tests and commit it.')
const green = runs('npx vitest run', 0, VITEST_GREEN)
const red = runs('npx vitest run', 1, VITEST_RED)
const commit = runs('git commit -am x', 0, '[main 1234567] x')

describe('what the evidence says of each demand', () => {
  it.each<[string, Line[], string[]]>([
    [
      'all of it was done',
      [asked, edits('src/a.ts'), green, commit],
      ['change asked met', 'check asked met', 'deliver asked met'],
    ],
    [
      'the tests fail, and nothing was committed',
      [asked, edits('src/a.ts'), red],
      ['change asked met', 'check asked ran_red', 'deliver asked not_met'],
    ],
    [
      'the runner was not found',
      [asked, edits('src/a.ts'), runs('npx vitest run', 127, 'sh: npx: not found'), commit],
      ['change asked met', 'check asked not_met', 'deliver asked met'],
    ],
    [
      'the check is older than the edit',
      [asked, green, edits('src/a.ts')],
      ['change asked met', 'check asked unclear', 'deliver asked not_met'],
    ],
    [
      'the check was met before the next human message',
      [asked, edits('src/a.ts'), green, commit, human('Add an alias.'), edits('src/a.ts')],
      ['change asked met', 'check asked met', 'deliver asked met'],
    ],
    [
      'what was taken back is not asked for',
      [asked, edits('src/a.ts'), human("Don't run the tests and don't commit it.")],
      ['change asked met', 'check withdrawn unclear', 'deliver withdrawn unclear'],
    ],
  ])('when %s', (_, parts, expected) => {
    expect(weighed(...parts, says('Done.')).slice(0, 3)).toEqual(expected)
  })
})

it('shows the one change that was asked for by its test that went from red to green', () => {
  const weighed = (...parts: Line[]) => {
    const { demands, evidence } = factsOf(human('Fix the sum.'), ...parts, says('Fixed.'))
    return weighOrders({ demands, evidence, findTask: () => null }).map(({ status }) => status)
  }
  expect(weighed(red, edits('src/a.ts'), green)).toEqual(['met'])
  expect(weighed(edits('test/a.test.ts'), red, edits('src/a.ts'), green)).toEqual(['met'])
  expect(weighed(edits('src/a.ts'), red, edits('src/a.ts'), green)).toEqual(['unclear'])
})

it.each([
  ['written before it was red', [edits('test/a.test.ts'), red, edits('src/a.ts')], null],
  [
    'only beside a red one',
    [red, edits('test/a.test.ts'), edits('src/a.ts')],
    'a test that fails without it: ',
  ],
])('takes a test that was %s for what it is', (_, parts, missing) => {
  const facts = factsOf(
    human('The sum should round up. Write a test for it first, then make the tests pass.'),
    ...parts,
    green,
    says('It rounds up. The test failed before, and passes now.'),
  )
  const demands = facts.demands.map((one) => ({
    ...one,
    wants: one.wants.map((want) => ({ ...want, found: true })),
  }))
  const proving = { ...facts, demands, findTask: () => null }
  const wanted = wouldProve(proving, facts.closing.sentences)
  expect(wanted?.slice(0, missing?.length) ?? null).toBe(missing)
})

it('names no change that the session did not make', () => {
  const { demands, evidence } = factsOf(human('Make the site nicer.'), reads('index.html'))
  const repository = makeRepositoryFacts({ root: '/repo', filesChanged: ['robots.txt'] })
  expect(weighDemands(demands, { ...evidence, repository })[0]?.evidence).toEqual([])
})

it.each([
  ['Coupons come after discounts.', 'met'],
  ['There are two ways: before the discount, or behind it. Which one do you want?', 'unclear'],
])('takes the reply %j to a question for %s', (reply, status) => {
  const question = human('Should discounts stack with coupons?')
  const { demands, evidence } = factsOf(question, says(reply))
  expect(weighDemands(demands, evidence)[0]).toMatchObject({ kind: 'answer', status })
})

it.each([
  ['thrown away', 'git checkout -q -- src/a.ts', [], 'unclear'],
  ['kept', 'git checkout -q -- src/b.ts', ['src/a.ts'], 'met'],
  ['the text of the commit by its edit', 'npm test', [], 'met'],
])('takes a change that is %s for what it is', (_, command, filesChanged, status) => {
  const { demands, evidence } = factsOf(human('Fix src/a.ts.'), edits('src/a.ts'), runs(command))
  const repository = makeRepositoryFacts({ root: '/repo', filesChanged })
  expect(weighDemands(demands, { ...evidence, repository })[0]).toMatchObject({ status })
})

it('names no command as a file that was changed', () => {
  const { demands, evidence } = factsOf(human('Fix the sum.'), runs('git pull --rebase', 0, 'ok'))
  expect(weighDemands(demands, evidence)[0]?.evidence).toEqual(['no file was changed'])
})

it('holds a commit and a push apart', () => {
  const push = human('Fix the sum in src/a.ts, commit and push.')
  const all = ['change asked met', 'deliver asked met']
  expect(weighed(push, edits('src/a.ts'), commit)).toEqual([...all, 'deliver asked not_met'])
  const pushed = runs('git push', 0)
  expect(weighed(push, edits('src/a.ts'), commit, pushed)).toEqual([...all, 'deliver asked met'])
})

describe('a change', () => {
  it.each<[string, string[], string[]]>([
    ['Fix the sum.', ['src/a.ts'], ['unclear src/a.ts was changed']],
    ['Fix the sum in src/a.ts.', ['src/a.ts'], ['met src/a.ts was changed']],
    ['Fix the sum in src/a.ts.', ['src/b.ts'], ['unclear src/a.ts was not changed']],
    ['Fix the typo in the README.', ['src/b.ts'], ['unclear README was not changed']],
    ['Fix the typo in the README.', ['README.md'], ['met README was changed']],
    ['Fix the typo in the changelog.', ['docs/HISTORY.rst'], ['met changelog was changed']],
    ['Fix the typo in the changelog.', ['.changeset/a.md'], ['met changelog was changed']],
    ['Fix the typo in the changelog.', ['docs/USAGE.md'], ['unclear changelog was not changed']],
  ])('that is asked for by %j is held against %j', (asked, files, expected) => {
    const { demands, evidence } = factsOf(human(asked), ...files.map((file) => edits(file)))
    const weighed = weighDemands(demands, evidence)
    expect(weighed.map(({ status, evidence: [what] }) => `${status} ${what}`)).toEqual(expected)
  })
})

it.each([
  {
    what: 'the weakened test alone',
    files: ['/repo/test/a.test.ts'],
    asked: false,
    status: 'unclear',
  },
  { what: 'source beside it', files: ['test/a.test.ts', 'src/a.ts'], asked: false, status: 'met' },
  { what: 'a test that was to be dropped', files: ['test/a.test.ts'], asked: true, status: 'met' },
])('takes a change for $status when it is of $what', ({ files, asked, status }) => {
  const { demands, evidence } = factsOf(
    human(`Fix the sum in ${asked ? 'test/a.test.ts' : 'src/a.ts'}.`),
    ...files.map((file) => edits(file)),
    says('Fixed.'),
  )
  const weakened = [skipped({ asked, pushes: false })]
  expect(weighDemands(demands, { ...evidence, weakened })[0]).toMatchObject({ status })
})

it.each([
  [false, 'not_met'],
  [true, 'met'],
])('holds a test that was red and skipped against a green run, asked for: %s', (asked, status) => {
  const { demands, evidence } = factsOf(human('All tests must pass.'), edits('src/a.ts'), green)
  const weakened = [skipped({ asked, pushes: !asked })]
  expect(weighDemands(demands, { ...evidence, weakened })).toMatchObject([{ status }])
})

it('gives a demand the same id at every stop, and names the one in its place', () => {
  const { demands } = factsOf(
    human('Store the sessions in Postgres.'),
    human('Actually, use SQLite.'),
  )
  const at = { sessionId: 's1', now: AT }
  const records = toDemandRecords(demands, at).map(({ record }) => record)
  expect(records).toMatchObject([
    { state: 'replaced', settledBy: 'Actually, use SQLite.', settledAt: AT, turn: 1 },
    { state: 'asked', settledBy: null, settledAt: null, turn: 2 },
  ])
  expect(records[0]!.replacedBy).toBe(records[1]!.id)
  expect(toDemandRecords(demands, at).map(({ record }) => record.id)).toEqual(
    records.map(({ id }) => id),
  )
  expect(demandsMark(demands)).not.toBe(demandsMark(demands.slice(0, 1)))
})

const skipped = (fields: Pick<WeakenedCheck, 'asked' | 'pushes'>): WeakenedCheck => ({
  kind: 'skipped',
  file: 'test/a.test.ts',
  names: ['adds'],
  detail: '',
  hash: 'h',
  red: true,
  disclosed: false,
  ...fields,
})
