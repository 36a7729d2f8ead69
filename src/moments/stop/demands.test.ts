import { describe, expect, it } from 'vitest'
import { weighDemands } from '../../evidence/demands/weigh-demands.js'
import type { EntryDraft } from '../../agent.js'
import {
  AT,
  edits,
  factsOf,
  human,
  runs,
  says,
  VITEST_GREEN,
  VITEST_RED,
} from './__fixtures__/session.js'
import { demandsMark, toDemandRecords } from './demand-records.js'

const weighed = (...parts: EntryDraft[][]) => {
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
  it.each<[string, EntryDraft[][], string[]]>([
    [
      'all of it was done',
      [asked, edits('src/a.ts'), green, commit],
      ['change asked met', 'check asked met', 'deliver asked met'],
    ],
    [
      'the tests fail, and nothing was committed',
      [asked, edits('src/a.ts'), red],
      ['change asked met', 'check asked not_met', 'deliver asked not_met'],
    ],
    [
      'the check is older than the edit',
      [asked, green, edits('src/a.ts')],
      ['change asked met', 'check asked unclear', 'deliver asked not_met'],
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
    human('Fix the sum.'),
    ...files.map((file) => edits(file)),
    says('Fixed.'),
  )
  const weakened = [
    {
      kind: 'skipped' as const,
      file: 'test/a.test.ts',
      names: ['adds'],
      detail: '',
      hash: 'h',
      red: true,
      asked,
      disclosed: false,
      pushes: false,
    },
  ]
  expect(weighDemands(demands, { ...evidence, weakened })[0]).toMatchObject({ status })
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
