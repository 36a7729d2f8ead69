import { describe, expect, it } from 'vitest'
import { makeCommandRun } from '../read/__fixtures__/command-run.js'
import { emptyEvidence } from '../read/empty-evidence.js'
import type { Claim } from '../schema/claim.js'
import type { CommandRun, Evidence } from '../schema/evidence.js'
import { readMessage } from '../read/prose/read-message.js'
import { shippedWeights } from '../read/prose/weights.js'
import { attemptOutcome, checksAtEnd, findAttemptFailure } from './attempt-failure.js'

const run = (fields: Partial<CommandRun> = {}): CommandRun =>
  makeCommandRun({
    exitCode: 1,
    result: 'failed',
    counts: { passed: 3, failed: 1, skipped: 0 },
    failing: ['cart > adds shipping'],
    gist: 'expected 12 to be 15',
    step: 4,
    ...fields,
  })

const claim = (fields: Partial<Claim> = {}): Claim => ({
  kind: 'tests-pass',
  quote: 'All tests pass.',
  status: 'contradicted',
  evidence: ['npm test: 1 failed'],
  step: 4,
  ...fields,
})

const written = (file: string) => ({ file, step: 2, turn: 1, inert: false, creates: false })

const asks = (text: string): Evidence['request'] => ({
  ...emptyEvidence({ at: '' }).request,
  messages: [{ number: 1, step: 0, text }],
  total: 1,
})

const passed: Partial<CommandRun> = { result: 'passed', exitCode: 0, failing: [], gist: '' }

describe('checksAtEnd', () => {
  it('is not green by a run that looked at less than the one that failed', () => {
    const failing = ['test/slug.test.ts › a', 'test/percent.test.ts › b']
    const wide = run({ key: 'npm test', failing, counts: { passed: 3, failed: 2, skipped: 0 } })
    const narrow = run({
      ...passed,
      key: 'vitest run test/slug.test.ts',
      counts: { passed: 3, failed: 0, skipped: 0 },
      step: 8,
    })
    const edited = { firstEditStep: 6, lastEditStep: 6, edits: [{ ...written('a.ts'), step: 6 }] }
    const evidence = { ...emptyEvidence({ at: '' }), ...edited, commands: [wide, narrow] }
    expect(checksAtEnd(evidence).result).toBe('unknown')
    const again = run({ ...passed, key: 'npm test', step: 9 })
    expect(checksAtEnd({ ...evidence, commands: [wide, narrow, again] }).result).toBe('passed')
  })
})

const CASES: { title: string; fields: Partial<Evidence>; failed: boolean }[] = [
  { title: 'a red test', fields: { commands: [run()] }, failed: true },
  {
    title: 'a red build',
    fields: { commands: [run({ kind: 'build', key: 'b', command: 'npm run build' })] },
    failed: true,
  },
  { title: 'a contradicted claim', fields: { claims: [claim()] }, failed: true },
  { title: 'nothing', fields: {}, failed: false },
  {
    title: 'a test that passed later',
    fields: { commands: [run(), run({ ...passed, step: 6 })] },
    failed: false,
  },
  {
    title: 'a test before the last edit',
    fields: { commands: [run()], lastEditStep: 5 },
    failed: false,
  },
  {
    title: 'a test without any edit',
    fields: { commands: [run()], firstEditStep: null, lastEditStep: null },
    failed: false,
  },
  {
    title: 'a test that was red before the work',
    fields: { commands: [run({ step: 1 }), run()] },
    failed: false,
  },
  {
    title: 'a test that fails on main too',
    fields: { commands: [run()], lastMessage: 'That test was already failing before my change.' },
    failed: false,
  },
  {
    title: 'a test that can not run here, as the agent says',
    fields: {
      commands: [run()],
      lastMessage: 'The integration tests could not run: there is no Docker in this sandbox.',
    },
    failed: false,
  },
  {
    title: 'a test that is called old, though the same command passed before the first edit',
    fields: {
      commands: [run({ ...passed, counts: { passed: 4, failed: 0, skipped: 0 }, step: 1 }), run()],
      lastMessage: 'That test was already failing before my change.',
    },
    failed: true,
  },
  {
    title: 'a test that was tried without the change, and is said to have failed before',
    fields: {
      commands: [
        run(),
        run({ kind: 'git', key: 'git stash', command: 'git stash -q', result: 'passed', step: 5 }),
      ],
      lastMessage: 'El que sigue en rojo ya fallaba antes, lo comprobé con `git stash`.',
    },
    failed: false,
  },
  {
    title: 'a check that printed the same before the first edit, under another name',
    fields: {
      commands: [
        run({ key: 'mypy src', kind: 'typecheck', gist: 'Found 2 errors', failing: [], step: 0 }),
        run({ key: 'mypy -p a', kind: 'typecheck', gist: 'Found 2 errors', failing: [] }),
      ],
      firstEditStep: 1,
    },
    failed: false,
  },
  {
    title: 'a test that a person wants left red, as the agent tells',
    fields: {
      commands: [run({ failing: ['ScontoTest::testDieci'] })],
      request: asks(
        'Cambia solo Sconto.php: il test testDieci diventerà rosso, lascialo così, lo sistema Giulia.',
      ),
      lastMessage: 'Fatto. Come previsto `testDieci` è rosso e lo lascio a Giulia.',
    },
    failed: false,
  },
  {
    title: 'a test that is told by its name, and a question what to do about it',
    fields: {
      commands: [run({ failing: ['ws > reconnects in time'] })],
      lastMessage:
        'Added it. `reconnects in time` failed twice in six runs, and I left it alone. Shall I look into it?',
    },
    failed: true,
  },
  {
    title: 'a claim beside something else that could not be run',
    fields: {
      commands: [run()],
      claims: [claim()],
      lastMessage: 'All tests pass. I could not run the e2e tests: there is no browser here.',
    },
    failed: true,
  },
  {
    title: 'a target that stops for want of what only a person has',
    fields: {
      commands: [
        run({ kind: 'build', key: 'r', command: 'make record-klarna', failing: [], counts: null }),
      ],
      lastMessage:
        'Recording stops: KLARNA_USER is not set, and I have no credentials for the sandbox here.',
    },
    failed: false,
  },
  {
    title: 'a test that fails without the change too, as the agent tells by its name',
    fields: {
      commands: [
        run({ failing: ['TestDebounce'] }),
        run({ ...passed, command: 'git stash', key: 's', kind: 'git', step: 5 }),
      ],
      lastMessage:
        'Len is in. `TestDebounce` is flaky: 1 of 10 runs red with my change, 2 of 10 without it.',
    },
    failed: false,
  },
  {
    title: 'a test that is not named before a question',
    fields: {
      commands: [run({ failing: ['ws > reconnects in time'] })],
      lastMessage: 'Added it. An upload failed on the way. Shall I retry that?',
    },
    failed: true,
  },
  {
    title: 'a test that a person wants left red, without a word of it',
    fields: {
      commands: [run({ failing: ['ScontoTest::testDieci'] })],
      request: asks('testDieci will fail, leave it, Anna adapts it on her branch.'),
      lastMessage: 'The discount is 8 % now.',
    },
    failed: false,
  },
  {
    title: 'a test that will fail and is to be fixed as well',
    fields: {
      commands: [run({ failing: ['ScontoTest::testDieci'] })],
      request: asks('Make it 8 %. testDieci will fail then; fix that test as well.'),
      lastMessage: 'The discount is 8 % now; testDieci fails.',
    },
    failed: true,
  },
  {
    title: 'a test whose place is told to be out of reach, in another language',
    fields: {
      commands: [run({ failing: ['it/test_pg.py::test_find'] })],
      lastMessage: '`it/test_pg.py`: この環境に Docker がないため実行できていません。',
    },
    failed: false,
  },
  {
    title: 'a test, beside something else that could not be done',
    fields: {
      commands: [run()],
      lastMessage: 'I could not reach the staging server, so the logs are not attached.',
    },
    failed: false,
  },
  {
    title: 'new tests that fail, and no word of it',
    fields: {
      commands: [run()],
      edits: [written('test/cart.test.ts')],
      lastMessage: 'Added the test.',
    },
    failed: true,
  },
  {
    title: 'tests that fail beside code',
    fields: {
      commands: [run()],
      edits: [written('test/cart.test.ts'), written('src/cart.ts')],
      lastMessage: 'Added the test. One test fails.',
    },
    failed: true,
  },
  {
    title: 'an exit code and no word',
    fields: { commands: [run({ failing: [], gist: '', counts: null })] },
    failed: false,
  },
  {
    title: 'a claim that a later test may have shown',
    fields: { claims: [claim({ step: 4 })], commands: [run({ ...passed, step: 6 })] },
    failed: false,
  },
  { title: 'a red linter', fields: { commands: [run({ kind: 'lint', key: 'l' })] }, failed: false },
]

const evidenceOf = (fields: Partial<Evidence>): Evidence =>
  emptyEvidence({
    at: '2030-01-01T00:00:00.000Z',
    firstEditStep: 2,
    lastEditStep: 2,
    lastMessage: 'Done.',
    sentences: readMessage(fields.lastMessage ?? '', shippedWeights('acts')),
    ...fields,
  })

describe('an attempt', () => {
  it.each(CASES)('that ends with $title failed: $failed', ({ fields, failed }) => {
    expect(findAttemptFailure(evidenceOf(fields)) !== null).toBe(failed)
  })
})

const OUTCOMES: { title: string; fields: Partial<Evidence>; outcome: string }[] = [
  { title: 'red', fields: { commands: [run()] }, outcome: 'failed' },
  { title: 'green', fields: { commands: [run({ ...passed })] }, outcome: 'passed' },
  {
    title: 'red, then green',
    fields: { commands: [run(), run({ ...passed, step: 6 })] },
    outcome: 'passed',
  },
  {
    title: 'one test red, then all green',
    fields: { commands: [run({ key: 'one' }), run({ ...passed, step: 6 })] },
    outcome: 'passed',
  },
  {
    title: 'red, then an edit and no rerun',
    fields: { commands: [run()], lastEditStep: 5 },
    outcome: 'unknown',
  },
  {
    title: 'red, which the agent calls pre-existing',
    fields: { commands: [run()], lastMessage: 'The failure is pre-existing.' },
    outcome: 'unknown',
  },
  {
    title: 'red in a test file that it edited, whatever the agent says of it',
    fields: {
      commands: [run({ failing: ['test/cart.test.ts › adds shipping'] })],
      edits: [written('test/cart.test.ts')],
      lastMessage: 'The failure is pre-existing.',
    },
    outcome: 'failed',
  },
  {
    title: 'a green build and a red test that the agent calls pre-existing',
    fields: {
      commands: [run(), run({ ...passed, kind: 'build', key: 'b', step: 6 })],
      lastMessage: 'The failure is pre-existing.',
    },
    outcome: 'unknown',
  },
  {
    title: 'green, then an edit and no rerun',
    fields: { commands: [run({ ...passed })], lastEditStep: 5 },
    outcome: 'unknown',
  },
  {
    title: 'green, then an edit and only a build',
    fields: {
      commands: [run({ ...passed }), run({ ...passed, kind: 'build', key: 'b', step: 6 })],
      lastEditStep: 5,
    },
    outcome: 'unknown',
  },
  {
    title: 'a test whose result is not known',
    fields: { commands: [run({ ...passed, result: 'unknown', exitCode: null })] },
    outcome: 'unknown',
  },
  { title: 'edits and no check', fields: {}, outcome: 'unknown' },
  {
    title: 'a green linter only',
    fields: { commands: [run({ ...passed, kind: 'lint' })] },
    outcome: 'unknown',
  },
]

describe('the outcome of an attempt', () => {
  it.each(OUTCOMES)('with $title is $outcome', ({ fields, outcome }) => {
    expect(attemptOutcome(evidenceOf(fields))).toBe(outcome)
  })
})

describe('the checks at the end', () => {
  it.each([
    { title: 'an edit and then the test in one line', editPart: 1, part: 2, green: ['npm test'] },
    { title: 'the test and then an edit in one line', editPart: 2, part: 1, green: [] },
  ])('go by the order within a line: $title', ({ editPart, part, green }) => {
    const commands = [run({ ...passed, command: 'npm test', step: 4, part })]
    const evidence = evidenceOf({ commands, lastEditStep: 4, lastEditPart: editPart })
    expect(checksAtEnd(evidence).green).toEqual(green)
  })
})
