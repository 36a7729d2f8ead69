import { describe, expect, it } from 'vitest'
import type { Look } from '../../read/demands/look-for.js'
import { edits, factsOf, human, runs, says, VITEST_GREEN } from './__fixtures__/session.js'
import { demandsToJudge } from './demands-to-judge.js'
import type { ModelVerdict, Pointer } from './judge-by-model.js'
import { judgeByAccount } from './judge-by-account.js'
import { NO_TREE } from '../../judge/world.js'
import { shouldAskModel } from './should-ask-model.js'
import { verifyObjections } from './verify-objections.js'

const facts = factsOf(
  human('Fix the sum in src/a.ts.'),
  edits('src/a.ts'),
  runs('npx vitest run', 0, VITEST_GREEN),
  says('Fixed.'),
)
const look: Look = {
  exists: (file) => file === 'src/a.ts' || file === 'src',
  textOf: (file) => (file === 'src/a.ts' ? `sum${'\n'.repeat(9)}` : null),
  changed: null,
}
const repository = { filesChanged: ['src/a.ts'] } as never
const grounds = {
  evidence: { ...facts.evidence, repository },
  demands: facts.demands,
  look,
  diff: '+const sum = 1',
}

const verdict = (fields: Partial<ModelVerdict>): ModelVerdict => ({
  demands: [],
  waits_for_person: false,
  complete: false,
  severity: 'MEDIUM',
  feedback: '',
  missing: [],
  next_actions: [],
  requires_human_action: false,
  ...fields,
})
const objects = (pointer: Pointer | null, demand = 1) =>
  verifyObjections(verdict({ demands: [{ demand, status: 'not_met', pointer }] }), grounds)

describe('an objection of the judge', () => {
  it.each<[string, Pointer]>([
    ['a file and a line', { file: 'src/a.ts', line: 3 }],
    ['a step', { step: facts.evidence.commands[0]!.step }],
    ['a path that is not there', { absent: 'test/b.test.ts' }],
    ['a folder that is not there', { absent: 'src/lib' }],
    ['a symbol that no changed file has', { absent: 'withRetry()' }],
    ['a check that did not run', { absent: 'npm run lint' }],
  ])('holds when it points at %s', (_, pointer) => {
    expect(objects(pointer)).toMatchObject({ complete: false, dropped: 0 })
  })

  it.each<[string, Pointer | null]>([
    ['nothing', null],
    ['a line that the file has not', { file: 'src/a.ts', line: 99 }],
    ['a file that is not there', { file: 'src/z.ts' }],
    ['a step that never was', { step: 999 }],
    ['a path that is there', { absent: 'src/a.ts' }],
    ['a symbol that is there', { absent: 'sum' }],
    ['tests that ran', { absent: 'the tests' }],
    ['a feeling', { absent: 'good taste' }],
    ['words with a slash', { absent: 'handling of null and/or empty input' }],
    ['a pair of words', { absent: 'and/or' }],
  ])('is dropped and counted when it points at %s', (_, pointer) => {
    expect(objects(pointer)).toMatchObject({ complete: null, dropped: 1 })
  })

  it('is dropped when it is about no demand', () => {
    expect(objects({ absent: 'test/b.test.ts' }, 7)).toMatchObject({ complete: null, dropped: 1 })
  })

  it('is dropped without a word on any demand, a blocker too', () => {
    expect(verifyObjections(verdict({}), grounds)).toMatchObject({ complete: null, dropped: 1 })
    const blocker = verdict({ complete: true, severity: 'BLOCKER' })
    expect(verifyObjections(blocker, grounds)).toMatchObject({ complete: null, dropped: 1 })
  })

  it('is dropped where nothing was demanded', () => {
    const none = { ...grounds, demands: [] }
    expect(verifyObjections(verdict({}), none)).toMatchObject({ complete: null, dropped: 1 })
  })

  it('needs proof when it is a blocker, though a person has to act', () => {
    const blocker = verdict({ severity: 'BLOCKER', requires_human_action: true })
    expect(verifyObjections(blocker, grounds)).toMatchObject({ complete: null, dropped: 1 })
  })

  it('needs no proof where it pushes no agent', () => {
    expect(verifyObjections(verdict({ waits_for_person: true }), grounds)).toMatchObject({
      complete: false,
      dropped: 0,
    })
  })
})

describe('the judge', () => {
  const made = factsOf(
    human('Create src/vat.ts. Run the tests.'),
    edits('src/vat.ts'),
    runs('npx vitest run', 0, VITEST_GREEN),
    says('Created src/vat.ts. All tests pass.'),
  )
  const done = judgeByAccount(made, NO_TREE)
  const open = factsOf(human('Fix the sum in src/a.ts.'), edits('src/a.ts'), says('Fixed.'))
  const half = factsOf(
    human('Fix the sum in src/a.ts. Describe the parser in docs/parser.md.'),
    edits('src/a.ts'),
    runs('npx vitest run', 0, VITEST_GREEN),
    says('Fixed. All tests pass.'),
  )
  const asks = factsOf(human('Drop the table'), says('Shall I drop the table?'))

  it.each([
    { name: 'is asked where the rules abstain', of: open, mode: 'auto', asked: true },
    { name: 'is not asked where all is shown', of: made, mode: 'auto', asked: false },
    { name: 'is asked about that too, if always', of: made, mode: 'always', asked: true },
    { name: 'is never asked, if never', of: open, mode: 'never', asked: false },
    { name: 'is not asked past a person', of: asks, mode: 'always', asked: false },
    { name: 'is asked while a demand has no evidence', of: half, mode: 'auto', asked: true },
  ] as const)('$name', ({ of, mode, asked }) => {
    expect(done.complete).toBe(true)
    expect(shouldAskModel(judgeByAccount(of, NO_TREE), mode)).toBe(asked)
  })
})

describe('the demands that a judge is shown', () => {
  const shown = (...texts: string[]) =>
    demandsToJudge(factsOf(...texts.map(human), says('Done.'))).map(
      ({ kind, state, sentence }) => `${kind} ${state}: ${sentence}`,
    )

  it.each<[string[], string[]]>([
    [['Fix the sum in src/a.ts.'], ['change asked: Fix the sum in src/a.ts.']],
    [['The build is red again.'], ['request asked: The build is red again.']],
    [['Fix the sum in src/a.ts.', 'Thanks.'], ['change asked: Fix the sum in src/a.ts.']],
    [[''], []],
  ])('of %j are %j', (texts, expected) => {
    expect(shown(...texts)).toEqual(expected)
  })
})
