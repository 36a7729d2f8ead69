import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Action } from '../../src/schema/action.js'
import type { RunRow } from '../../src/schema/run-record.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const TEST = 'test/sum.test.js'
const ADDS = "it('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n"
const TAKES = "it('takes away', () => {\n  expect(sub(7, 3)).toBe(4)\n})\n"
const RED = ' FAIL  test/sum.test.js > adds\n      Tests  1 failed | 1 passed (2)'
const green = (count: number) =>
  ` Test Files  1 passed (1)\n      Tests  ${count} passed (${count})`

interface Session {
  asked?: string
  /** What the agent does to the work tree, between the two runs. */
  change: (sandbox: Sandbox) => string[]
  /** The command that runs the tests. @default all of them */
  command?: string
  before?: string
  after?: string
  says: string
}

/** A repository with tests, a session that begins, changes it and stops; the hook's answer. */
async function stop(sandbox: Sandbox, session: Session): Promise<Action> {
  const { asked = 'Fix the sum.', before = RED, after = green(1), says } = session
  const { command = 'npx vitest run' } = session
  sandbox.write(TEST, ADDS + TAKES)
  sandbox.write('src/sum.js', 'export const sum = (a, b) => a - b\n')
  sandbox.write('package.json', JSON.stringify({ scripts: { test: 'vitest run' } }))
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'start')
  const folder = path.join(sandbox.home, '.reflectory', 'transcripts')
  mkdirSync(folder, { recursive: true })
  const transcriptPath = path.join(folder, 's1.jsonl')
  const event = { cwd: sandbox.root, sessionId: 's1', transcriptPath }
  const env = { REFLECTION_MODE: 'solo' }
  await sandbox.hook(['generic'], { ...event, kind: 'session-started' }, env)
  const touched = session.change(sandbox)
  let calls = 0
  const call = (fields: object, result: object) => {
    const callId = String((calls += 1))
    return [
      { kind: 'tool-call', callId, ...fields },
      { kind: 'tool-result', callId, status: 'completed', output: '', ...result },
    ]
  }
  const run = (output: string) =>
    call(
      { tool: 'Bash', toolKind: 'command', command },
      { output, exitCode: output.includes('failed') ? 1 : 0 },
    )
  const lines = [
    { kind: 'human', text: asked },
    ...(before === '' ? [] : run(before)),
    ...touched.flatMap((file) => call({ tool: 'Edit', toolKind: 'edit', files: [file] }, {})),
    ...run(after),
    { kind: 'agent', text: says },
  ]
  writeFileSync(transcriptPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await sandbox.hook(['generic'], { ...event, kind: 'prompt-submitted', text: asked }, env)
  const { stdout, code } = await sandbox.hook(
    ['generic'],
    { ...event, kind: 'session-stopped', lastMessage: says },
    env,
  )
  expect(code).toBe(0)
  return JSON.parse(stdout) as Action
}

const rewrite = (text: string) => (sandbox: Sandbox) => {
  sandbox.write(TEST, text)
  return [TEST]
}

async function readRun(sandbox: Sandbox): Promise<RunRow> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  const [row] = await store.list('run')
  await store.close()
  return row!
}

const FIXED = 'The sum is fixed and all tests pass.'
const SKIPPED = ADDS.replace('it(', 'it.skip(') + TAKES

describe('a test that was red', () => {
  it.each([FIXED, 'The sum is fixed. I skipped the test "adds", which was red.'])(
    'does not complete the session when it is skipped: %s',
    async (says) => {
      const sandbox = openSandbox()
      await stop(sandbox, { change: rewrite(SKIPPED), says })
      const event = { cwd: sandbox.root, sessionId: 's1', kind: 'session-ended', reason: 'done' }
      await sandbox.hook(['generic'], event, { REFLECTION_MODE: 'solo' })
      const { stdout } = await sandbox.reflect(['outcomes', '--json'])
      const { outcomes } = JSON.parse(stdout) as { outcomes: { status: string }[] }
      expect(outcomes).toHaveLength(1)
      expect(outcomes[0]!.status).not.toBe('completed')
    },
  )

  it.each<[string, Session['change'], RegExp]>([
    ['is skipped', rewrite(SKIPPED), /Tests no longer run, after a red run.*adds.*it\.skip/s],
    ['is deleted', rewrite(TAKES), /Tests were deleted, after a red run.*adds/s],
    [
      'is neutralised',
      rewrite("it('adds', () => {\n  expect(true).toBe(true)\n})\n" + TAKES),
      /no longer checks anything, after a red run.*adds/s,
    ],
    [
      'is skipped and committed',
      (sandbox) => {
        sandbox.write(TEST, SKIPPED)
        sandbox.git('commit', '--quiet', '-am', 'Fix the sum')
        return [TEST]
      },
      /Tests no longer run/,
    ],
    [
      'goes with its file',
      (sandbox) => {
        rmSync(path.join(sandbox.root, TEST))
        return [TEST]
      },
      /Tests were deleted/,
    ],
    [
      'is passed by a new set-up file',
      (sandbox) => {
        sandbox.write('vitest.setup.ts', "vi.mock('./src/sum', () => ({ sum: () => 5 }))\n")
        return ['vitest.setup.ts']
      },
      /stand-in replaces what is tested.*vitest\.setup\.ts/s,
    ],
  ])('%s: the agent is sent back with its name and a way out', async (_title, change, words) => {
    const action = await stop(openSandbox(), { change, says: FIXED })
    expect(action).toMatchObject({ kind: 'continue', text: expect.stringMatching(words) })
    expect(action).toMatchObject({
      text: expect.stringContaining('Or say exactly what blocks you, and stop'),
    })
  })

  it('is skipped and the agent says so: a note, and no push', async () => {
    const sandbox = openSandbox()
    const says = 'I skipped the test `adds`, because it hangs. The other tests pass.'
    const action = await stop(sandbox, { change: rewrite(SKIPPED), says })
    expect(action.kind).not.toBe('continue')
    expect(action).not.toMatchObject({ text: 'Task complete' })
    expect((await readRun(sandbox)).weakened_checks).toMatchObject([
      { kind: 'skipped', names: ['adds'], red: true, disclosed: true, pushes: false },
    ])
    const why = await sandbox.reflect(['why'])
    expect(why.stdout).toMatch(/note weakened: Tests no longer run/)
    expect(why.stdout).toMatch(
      /weakened +skipped +test\/sum\.test\.js \(adds\).*told.*hash [0-9a-z]+/s,
    )
  })

  it('is skipped because a human asks for it: nothing is said', async () => {
    const action = await stop(openSandbox(), {
      asked: 'Skip the failing test for now, I will look at it.',
      change: rewrite(SKIPPED),
      says: 'Done, the suite is green again.',
    })
    expect(action.kind).not.toBe('continue')
  })

  it.each(['npx vitest run test/sum.test.js', 'cat test/sum.test.js && npx vitest run'])(
    'is skipped by someone else, and the agent only named its file in `%s`: no push',
    async (command) => {
      const change = (sandbox: Sandbox) => {
        rewrite(SKIPPED)(sandbox)
        return ['src/sum.js']
      }
      const action = await stop(openSandbox(), { command, change, says: FIXED })
      expect(action.kind).not.toBe('continue')
    },
  )

  it('is exempt by the hash of its content', async () => {
    const first = openSandbox()
    await stop(first, { change: rewrite(SKIPPED), says: FIXED })
    const hash = (await readRun(first)).weakened_checks?.[0]?.hash ?? ''
    const second = openSandbox()
    mkdirSync(path.join(second.home, '.config', 'reflectory'), { recursive: true })
    writeFileSync(
      path.join(second.home, '.config', 'reflectory', 'reflection.yaml'),
      `stop:\n  exemptWeakened: ['${hash}']\n`,
    )
    const action = await stop(second, { change: rewrite(SKIPPED), says: FIXED })
    expect(action.kind).not.toBe('continue')
    expect((await readRun(second)).weakened_checks).toEqual([])
  })
})

describe('tests that were not red', () => {
  it('and are skipped are no push, and nothing is called complete', async () => {
    const sandbox = openSandbox()
    const action = await stop(sandbox, { change: rewrite(SKIPPED), before: green(2), says: FIXED })
    expect(action.kind).toBe('none')
    const { stdout } = await sandbox.reflect(['why', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: { complete: null, gates: ['weakened'] },
    })
  })

  it('and move to another file are as they were', async () => {
    const sandbox = openSandbox()
    const action = await stop(sandbox, {
      change: () => {
        sandbox.write(TEST, TAKES)
        sandbox.write('test/add.test.js', ADDS)
        return [TEST, 'test/add.test.js']
      },
      after: green(2),
      says: FIXED,
    })
    expect(action.kind).not.toBe('continue')
    expect((await readRun(sandbox)).weakened_checks).toEqual([])
  })

  it('and whose command no longer fails are a push without a red run', async () => {
    const sandbox = openSandbox()
    const action = await stop(sandbox, {
      before: green(2),
      change: () => {
        sandbox.write('package.json', JSON.stringify({ scripts: { test: 'vitest run || true' } }))
        return ['package.json']
      },
      after: green(2),
      says: FIXED,
    })
    expect(action).toMatchObject({
      kind: 'continue',
      text: expect.stringMatching(/command that runs the checks no longer fails/),
    })
  })

  it('and came with a pull are not the doing of the agent', async () => {
    const sandbox = openSandbox()
    const action = await stop(sandbox, {
      change: () => {
        sandbox.write(TEST, SKIPPED)
        return ['src/sum.js']
      },
      says: FIXED,
    })
    expect(action.kind).not.toBe('continue')
  })
})

it('is told when it says that 57 tests pass and 2 ran', async () => {
  const sandbox = openSandbox()
  const action = await stop(sandbox, {
    change: () => {
      sandbox.write('src/sum.js', 'export const sum = (a, b) => a + b\n')
      return ['src/sum.js']
    },
    before: '',
    after: green(2),
    says: 'The sum is fixed. All 57 tests pass.',
  })
  expect(action).toMatchObject({
    kind: 'continue',
    text: expect.stringMatching(/You say that 57 tests pass, but 2 ran/),
  })
})
