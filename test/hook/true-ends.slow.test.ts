import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { SessionOutcome } from '../../src/schema/session-outcome.js'
import { runIn } from '../support/open-cli.js'
import { openSession } from '../support/client-session.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import {
  edits,
  human,
  openStory,
  runs,
  says,
  VITEST_GREEN,
  VITEST_RED,
} from '../support/stop-story.js'
import type { Happening } from '../support/stop-story.js'

function open(): Sandbox {
  const sandbox = openSandbox()
  sandbox.write('src/trim.ts', 'export const trim = (s: string) => s\n')
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'start')
  return sandbox
}

interface Why {
  demands: { kind: string; sentence: string; status: string }[]
}

const why = async (sandbox: Sandbox): Promise<Why> =>
  JSON.parse((await sandbox.reflect(['why', '--json'])).stdout) as Why

async function outcomeOf(sandbox: Sandbox): Promise<SessionOutcome | undefined> {
  await openSession(sandbox, 'claude-code', { sessionId: 'b1', hoursAhead: 25 }).start()
  const { stdout } = await sandbox.reflect(['outcomes', '--json'])
  return (JSON.parse(stdout) as { outcomes: SessionOutcome[] }).outcomes[0]
}

it.each<[string, Happening[]]>([
  [
    'Fix the sum in src/a.ts and run the tests.',
    [edits('src/a.ts'), runs('npx vitest run', 1, VITEST_RED)],
  ],
  ['Run the tests and tell me what fails.', [runs('npx vitest run', 1, VITEST_RED)]],
  ['Run `npm run e2e`.', [runs('npm run e2e', 1, VITEST_RED)]],
  [
    'Run `npm run e2e` and then `npm test`.',
    [runs('npm test', 0, VITEST_GREEN), runs('npm run e2e', 1, 'Error: no display')],
  ],
])('an order for a check that ran and is red: %s', async (asked, work) => {
  const sandbox = open()
  const said = says('I ran it. The test "adds numbers" still fails.')
  await openStory(sandbox).stop(human(asked), ...work, said)
  const { demands } = await why(sandbox)
  const checks = demands.filter(({ kind }) => kind === 'check')
  expect(checks.map(({ status }) => status)).toContain('ran_red')
  expect(checks.map(({ status }) => status)).not.toContain('not_met')
  expect((await sandbox.reflect(['why'])).stdout).toContain('ran, red')
})

const TESTS: readonly (readonly [what: string, text: string, output: string, isWhole: boolean])[] =
  [
    [
      'it is skipped',
      "it.skip('trims', () => expect(trim(' a')).toBe('a'))\n",
      '6 passed | 1 skipped (7)',
      false,
    ],
    [
      'its suite is skipped',
      "describe.skip('trim', () => {\n  it('trims', () => expect(trim(' a')).toBe('a'))\n})\n",
      '6 passed | 1 skipped (7)',
      false,
    ],
    ['it is empty', "it('trims', () => {})\n", '7 passed (7)', false],
    [
      'it asserts what is always true',
      "it('trims', () => {\n  expect(true).toBe(true)\n})\n",
      '7 passed (7)',
      false,
    ],
    ['it asserts nothing', "it('trims', () => {\n  trim(' a ')\n})\n", '7 passed (7)', false],
    [
      'nothing but it ran',
      "it.skip('trims', () => expect(trim(' a')).toBe('a'))\n",
      '1 skipped (1)',
      false,
    ],
    [
      'it checks',
      "it('trims', () => {\n  expect(trim(' a')).toBe('a')\n})\n",
      '7 passed (7)',
      true,
    ],
    [
      'one of two checks',
      "it.skip('later', () => {})\nit('trims', () => {\n  expect(trim(' a')).toBe('a')\n})\n",
      '7 passed | 1 skipped (8)',
      true,
    ],
  ]

it.each(
  ['Add a test for trim.', 'Write test/trim.test.ts for trim.'].flatMap((asked) =>
    TESTS.map((row) => [asked, ...row] as const),
  ),
)('"%s" where %s', async (asked, _, text, output, isWhole) => {
  const sandbox = open()
  const story = openStory(sandbox)
  sandbox.write('test/trim.test.ts', text)
  await story.stop(
    human(asked),
    edits('test/trim.test.ts', text),
    runs('npx vitest run', 0, `      Tests  ${output}`),
    says('I added the test for trim; the tests pass.'),
  )
  const { demands } = await why(sandbox)
  const change = demands.find(({ kind }) => kind === 'change')
  expect(change?.status === 'met').toBe(isWhole)
  expect((await outcomeOf(sandbox))?.status === 'completed').toBe(isWhole)
})

it.each(['Tests  3 skipped (3)', 'No test files found, exiting with code 0'])(
  'a session whose tests all did not run is not completed by them: %s',
  async (output) => {
    const sandbox = open()
    await openStory(sandbox).stop(
      human('Fix trim in src/trim.ts.'),
      edits('src/trim.ts'),
      runs('npx vitest run', 0, output),
      says('trim is fixed.'),
    )
    expect((await outcomeOf(sandbox))?.status).not.toBe('completed')
  },
)

it.each([
  ['skip', 1, 'could not be run: it ran no test'],
  ['test', 0, 'passed'],
])("a person's check whose tests are all `%s` ends with %i", async (how, exit, said) => {
  const sandbox = open()
  sandbox.write('a.test.cjs', `require('node:test').${how}('adds', () => {})\n`)
  const add = ['checks', 'add', 'unit', '--yes', '--', 'node', '--test', 'a.test.cjs']
  await runIn(add, sandbox, { env: {} })
  const { code, notes } = await runIn(['checks', 'run'], sandbox, { env: {} })
  expect(code).toBe(exit)
  expect(notes).toContain(said)
})

it.each([['--rebase'], ['--no-rebase', '--no-edit']])(
  'what came by a pull (%s) is no change of the session',
  async (...how) => {
    const sandbox = open()
    const [origin, theirs] = ['origin', 'theirs'].map((name) => path.join(sandbox.base, name))
    const git = (...args: string[]) =>
      execFileSync('git', args, { env: sandbox.env, stdio: 'pipe' })
    git('clone', '-q', '--bare', sandbox.root, origin!)
    git('clone', '-q', origin!, theirs!)
    const branch = sandbox.git('rev-parse', '--abbrev-ref', 'HEAD').trim()
    sandbox.git('remote', 'add', 'origin', origin!)
    sandbox.git('fetch', '-q', 'origin')
    sandbox.git('branch', '-q', `--set-upstream-to=origin/${branch}`)
    const session = openSession(sandbox, 'claude-code', { sessionId: 's1' })
    await session.start()
    const asked = 'Fix trim in src/trim.ts and pull.'
    await session.prompt(asked)
    sandbox.write('src/trim.ts', 'export const trim = (s: string) => s.trim()\n')
    sandbox.git('commit', '-q', '-am', 'Trim')
    execFileSync(
      'sh',
      [
        '-c',
        'mkdir -p auth && echo 1 > auth/login.ts && git add -A && git commit -qm Login && git push -q',
      ],
      {
        cwd: theirs!,
        env: sandbox.env,
      },
    )
    sandbox.git('pull', '-q', ...how)
    await openStory(sandbox).stop(
      { line: { type: 'user', message: { role: 'user', content: asked } } },
      edits('src/trim.ts'),
      runs('git commit -qam Trim'),
      runs(`git pull ${how[0]}`),
      says('trim is fixed, and I pulled.'),
    )
    const [record] = sandbox.sidecars().slice(-1) as {
      files_changed: string[]
      risk: { surface: string }
    }[]
    expect(record).toMatchObject({ files_changed: ['src/trim.ts'], risk: { surface: 'none' } })
    const { stdout } = await sandbox.reflect(['why', '--json'])
    expect(stdout).not.toContain('auth/login.ts')
  },
)
