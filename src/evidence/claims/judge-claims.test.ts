import { describe, expect, it } from 'vitest'
import { makeCommandRun } from '../__fixtures__/command-run.js'
import { makeRepositoryFacts } from '../__fixtures__/repository-facts.js'
import type { Claim } from '../../schema/claim.js'
import type { FoundClaim } from './find-claims.js'
import type { CommandRun, Ledger, RepositoryFacts } from '../../schema/evidence.js'
import { emptyLedger } from '../empty-evidence.js'
import { judgeClaims } from './judge-claims.js'

const ledgerOf = (fields: Partial<Ledger>): Ledger => {
  const empty = emptyLedger()
  return { ...empty, totals: { ...empty.totals, toolCalls: 5 }, ...fields }
}

const edit = (step: number) => ({
  lastEditStep: step,
  firstEditStep: step,
  edits: [{ file: 'src/a.ts', step, turn: 1, inert: false, creates: false }],
})

const repository = (fields: Partial<RepositoryFacts>): RepositoryFacts =>
  makeRepositoryFacts({ head: 'a', base: 'a', ...fields })

const statusOf = (
  kind: FoundClaim['kind'],
  ledger: Partial<Ledger>,
  repo: RepositoryFacts | null = null,
  sweeping = false,
): Claim['status'] =>
  judgeClaims([{ kind, quote: 'x', sweeping }], { ledger: ledgerOf(ledger), repository: repo })[0]!
    .status

const push = { step: 20, branch: null, command: 'git push' }
const delivery = (fields: Partial<Ledger['delivery']>) => ({
  delivery: { ...emptyLedger().delivery, ...fields },
})

/** What it printed can't be read. */
const goal = (exitCode: number): Partial<Ledger> => ({
  commands: [makeCommandRun({ command: 'make ci', key: 'make ci', exitCode, result: 'unknown' })],
})

const counted = (passed: number, failed: number) => ({ passed, failed, skipped: 0 })

describe('judgeClaims', () => {
  it.each<[FoundClaim['kind'], string, Partial<Ledger>, Claim['status']]>([
    ['tests-pass', 'no run', {}, 'unsupported'],
    ['tests-pass', 'a green run', { commands: [makeCommandRun({})] }, 'supported'],
    [
      'tests-pass',
      'a run in which every test was skipped',
      { commands: [makeCommandRun({ counts: { passed: 0, failed: 0, skipped: 3 } })] },
      'unsupported',
    ],
    [
      'verified',
      'a run in which every test was skipped',
      { commands: [makeCommandRun({ counts: { passed: 0, failed: 0, skipped: 3 } })] },
      'unsupported',
    ],
    [
      'tests-pass',
      'a green run after the edit',
      { commands: [makeCommandRun({})], ...edit(5) },
      'supported',
    ],
    [
      'tests-pass',
      'a green run before the edit',
      { commands: [makeCommandRun({})], ...edit(15) },
      'stale',
    ],
    [
      'tests-pass',
      'a red run',
      { commands: [makeCommandRun({ result: 'failed' })] },
      'contradicted',
    ],
    [
      'tests-pass',
      'red, then green',
      { commands: [makeCommandRun({ result: 'failed', step: 3 }), makeCommandRun({})] },
      'supported',
    ],
    [
      'tests-pass',
      'green, then red',
      { commands: [makeCommandRun({ step: 3 }), makeCommandRun({ result: 'failed' })] },
      'contradicted',
    ],
    [
      'tests-pass',
      'a run that was killed',
      {
        commands: [
          makeCommandRun({}),
          makeCommandRun({ result: 'unknown', exitCode: 137, step: 12 }),
        ],
      },
      'contradicted',
    ],
    [
      'build-passes',
      'a build that ran out of time',
      { commands: [makeCommandRun({ kind: 'build', result: 'unknown', exitCode: 124 })] },
      'contradicted',
    ],
    [
      'tests-pass',
      'a run that was killed before an edit',
      { commands: [makeCommandRun({ result: 'unknown', exitCode: 137, step: 2 })], ...edit(5) },
      'unsupported',
    ],
    [
      'tests-pass',
      'an unreadable run',
      { commands: [makeCommandRun({ result: 'unknown' })] },
      'unsupported',
    ],
    [
      'tests-pass',
      'a green build only',
      { commands: [makeCommandRun({ kind: 'build' })] },
      'unsupported',
    ],
    [
      'build-passes',
      'a red build',
      { commands: [makeCommandRun({ kind: 'build', result: 'failed' })] },
      'contradicted',
    ],
    [
      'build-passes',
      'red tests and a green build',
      { commands: [makeCommandRun({ kind: 'build' }), makeCommandRun({ result: 'failed' })] },
      'supported',
    ],
    [
      'no-errors',
      'a red lint',
      { commands: [makeCommandRun({ kind: 'lint', result: 'failed' })] },
      'contradicted',
    ],
    [
      'verified',
      'a run after the edit',
      { commands: [makeCommandRun({ kind: 'run' })], ...edit(5) },
      'supported',
    ],
    [
      'verified',
      'runs before the edit only',
      { commands: [makeCommandRun({})], ...edit(15) },
      'stale',
    ],
    ['verified', 'nothing run', { ...edit(15) }, 'unsupported'],
    ['fixed', 'an edit', { ...edit(5) }, 'supported'],
    ['fixed', 'no edit at all', {}, 'unsupported'],
    [
      'fixed',
      'an edit and red tests',
      { ...edit(5), commands: [makeCommandRun({ result: 'failed' })] },
      'unsupported',
    ],
    ['committed', 'a commit', delivery({ lastCommitStep: 12 }), 'supported'],
    [
      'committed',
      'a commit before the edit',
      { ...edit(15), ...delivery({ lastCommitStep: 12 }) },
      'stale',
    ],
    ['pushed', 'a push', delivery({ lastPush: push }), 'supported'],
    [
      'pushed',
      'a push before the last commit',
      delivery({ lastPush: push, lastCommitStep: 30 }),
      'stale',
    ],
    [
      'pushed',
      'a rejected push',
      { commands: [makeCommandRun({ kind: 'git', key: 'git push', result: 'failed' })] },
      'contradicted',
    ],
    ['pushed', 'no push in the whole session', {}, 'contradicted'],
    [
      'pushed',
      'no push since a compaction',
      { totals: { ...emptyLedger().totals, toolCalls: 5, compactions: 1 } },
      'unsupported',
    ],
    ['pushed', 'no transcript', { totals: emptyLedger().totals }, 'unsupported'],
    [
      'pr-opened',
      'a pull request',
      delivery({ pullRequest: { step: 3, number: 7, url: null, opened: true, updatedStep: 3 } }),
      'supported',
    ],
    ['pr-opened', 'none', {}, 'contradicted'],
    ['deployed', 'a deployment', delivery({ lastDeployStep: 4 }), 'supported'],
    ['deployed', 'none', {}, 'unsupported'],
  ])('holds %s against %s', (kind, _title, ledger, status) => {
    expect(statusOf(kind, ledger)).toBe(status)
  })

  it.each<[string, string, Partial<Ledger>, Claim['status']]>([
    ['a run that is nowhere', 'I ran `go test ./...`: all pass.', {}, 'contradicted'],
    ['no command', 'All tests pass.', {}, 'unsupported'],
    ['a run that ended badly', 'I ran `make ci`: all tests pass.', goal(2), 'contradicted'],
    ['a run that was killed', 'I ran `make ci`: all tests pass.', goal(137), 'contradicted'],
    ['a run that was not there', 'I ran `make ci`: all tests pass.', goal(127), 'unsupported'],
    ['a run that says nothing', 'I ran `make ci`: all tests pass.', goal(0), 'unsupported'],
    ['a bad end of another one', 'I ran `make qa`: all tests pass.', goal(2), 'unsupported'],
    ['another sort of command', 'All tests pass, see `cat out.txt`.', {}, 'unsupported'],
    [
      'a run after more calls than are kept',
      'I ran `go test ./...`: all pass.',
      { totals: { ...emptyLedger().totals, toolCalls: 500 } },
      'unsupported',
    ],
  ])('holds a named command against the record: %s', (_, quote, ledger, status) => {
    const claim = { kind: 'tests-pass' as const, quote, sweeping: true }
    expect(judgeClaims([claim], { ledger: ledgerOf(ledger), repository: null })[0]!.status).toBe(
      status,
    )
  })

  it.each<[string, number, CommandRun[], Claim['status']]>([
    ['the number that passed', 16, [makeCommandRun({ counts: counted(16, 0) })], 'supported'],
    ['another number', 15, [makeCommandRun({ counts: counted(16, 0) })], 'unsupported'],
    [
      'the sum of two runs',
      19,
      [
        makeCommandRun({ counts: counted(16, 0) }),
        makeCommandRun({ key: 'pytest', counts: counted(3, 0), step: 12 }),
      ],
      'supported',
    ],
    ['a run that says no number', 15, [makeCommandRun({ counts: null })], 'supported'],
  ])('holds "all … tests pass" against %s', (_, tests, commands, status) => {
    const claim = { kind: 'tests-pass', quote: `All ${tests} tests pass.`, sweeping: true } as const
    const ledger = ledgerOf({ commands })
    expect(judgeClaims([{ ...claim, tests }], { ledger, repository: null })[0]!.status).toBe(status)
  })

  it('does not take a part for the whole', () => {
    const commands = [
      makeCommandRun({ result: 'failed', counts: counted(90, 2), step: 3 }),
      makeCommandRun({ command: 'npm test a', key: 'npm test a', counts: counted(4, 0) }),
    ]
    expect([
      statusOf('tests-pass', { commands }, null, true),
      statusOf('tests-pass', { commands, lastEditStep: 4 }, null, true),
      statusOf('tests-pass', { commands }),
    ]).toEqual(['contradicted', 'unsupported', 'supported'])
  })

  it.each([
    [repository({ filesChanged: ['a'] }), 'contradicted'],
    [repository({ filesChanged: ['a'], commitsSinceBase: 1 }), 'supported'],
    [repository({}), 'unsupported'],
    [null, 'unsupported'],
  ])('asks the repository about commits: %j', (repo, status) => {
    expect(statusOf('committed', {}, repo)).toBe(status)
  })

  it('says what a status rests on', () => {
    const counts = { passed: 3, failed: 1, skipped: 0 }
    const ledger = ledgerOf({ commands: [makeCommandRun({ result: 'failed', counts })] })
    expect(
      judgeClaims([{ kind: 'tests-pass', quote: 'All tests pass.', sweeping: true }], {
        ledger,
        repository: null,
      }),
    ).toEqual([
      {
        kind: 'tests-pass',
        quote: 'All tests pass.',
        status: 'contradicted',
        evidence: ['npm test (step 10): 1 failed, 3 passed'],
        step: 10,
      },
    ])
  })

  it('names a file by its path in the work tree', () => {
    const [{ evidence }] = judgeClaims([{ kind: 'fixed', quote: 'x', sweeping: false }], {
      ledger: ledgerOf({
        edits: [{ file: '/tree/src/a.ts', step: 4, turn: 1, inert: false, creates: false }],
      }),
      repository: repository({ root: '/tree' }),
    }) as [Claim]
    expect(evidence).toEqual(['src/a.ts was edited (step 4)'])
  })
})
