import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CheckRun } from '../../src/schema/check-run.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { Store } from '../../src/store.js'
import { runIn } from '../support/open-cli.js'
import { HOOK, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }
const ATTENDED = { ...SOLO, CLAUDE_CODE_SESSION_ATTENDED: '1' }
const DONE = 'I have implemented the sum function and it is finished.'

/** A test runner of Node's form that is red as long as `total.js` has a bug, and counts its runs. */
const TESTS = `
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs')
appendFileSync(process.env.HOME + '/runs.log', 'run\\n')
const source = readFileSync('total.js', 'utf8')
const mark = process.env.HOME + '/flaked'
const isFlaky = source.includes('flaky') && !existsSync(mark)
if (isFlaky) writeFileSync(mark, '')
const isRed = source.includes('bug') || isFlaky
console.log('TAP version 13')
console.log(isRed ? 'not ok 1 - adds two numbers' : 'ok 1 - adds two numbers')
if (isRed) console.log("  ---\\n  location: 'total.js:1:1'\\n  expected: 5\\n  actual: 4\\n  ...")
console.log('1..1')
console.log('# tests 1\\n# suites 0\\n# pass ' + (isRed ? 0 : 1) + '\\n# fail ' + (isRed ? 1 : 0))
console.log('# cancelled 0\\n# skipped 0\\n# todo 0')
const wait = source.includes('slow') ? 60_000 : 0
setTimeout(() => process.exit(isRed ? 1 : 0), wait)
`

/** What a person types. */
async function reflect(sandbox: Sandbox, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { code, out, notes } = await runIn(args, sandbox, { env })
  return { code, stdout: out, stderr: notes }
}

interface Story {
  sandbox: Sandbox
  /** The agent's calls, before it says that it is done. */
  write(source: string): void
  ran(command: string, output: string, failed?: boolean): void
  prompt(text?: string): ReturnType<Sandbox['hook']>
  /** Another session of the same person, in the same folder. */
  begin(sessionId: string): void
  stop(env?: NodeJS.ProcessEnv, fields?: object): ReturnType<Sandbox['hook']>
  payload(fields?: object): object
  wake(): ReturnType<Sandbox['hook']>
  runs(): Promise<CheckRun[]>
  /** How often the command itself ran. */
  count(): number
}

async function openStory(
  command: readonly string[] | null = ['npm', 'test'],
  {
    options = [],
    rules = ['Bash(npm test)', 'Bash(node:*)'],
  }: { options?: string[]; rules?: string[] } = {},
): Promise<Story> {
  const sandbox = openSandbox()
  const { root, home, write } = sandbox
  write('package.json', JSON.stringify({ name: 'sums', scripts: { test: 'node tests.cjs' } }))
  write('tests.cjs', TESTS)
  write('total.js', '// nothing yet\n')
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'first')
  mkdirSync(path.join(home, '.claude', 'projects', 'repo'), { recursive: true })
  writeFileSync(
    path.join(home, '.claude', 'settings.json'),
    JSON.stringify({ permissions: { allow: rules } }),
  )
  if (command !== null)
    await reflect(sandbox, ['checks', 'add', 'test', '--yes', ...options, '--', ...command])
  let sessionId = 's1'
  const fileOf = (): string => path.join(home, '.claude', 'projects', 'repo', `${sessionId}.jsonl`)
  let lines: string[] = []
  const line = (type: string, content: unknown): void => {
    lines.push(JSON.stringify({ type, sessionId, message: { role: type, content } }))
    writeFileSync(fileOf(), `${lines.join('\n')}\n`)
  }
  let calls = 0
  const call = (name: string, input: object, output: string, failed = false): void => {
    const id = `t${(calls += 1)}`
    line('assistant', [{ type: 'tool_use', id, name, input }])
    line('user', [{ type: 'tool_result', tool_use_id: id, content: output, is_error: failed }])
  }
  const common = () => ({ session_id: sessionId, cwd: root, transcript_path: fileOf() })
  const stop = () => ({
    ...common(),
    hook_event_name: 'Stop',
    permission_mode: 'default',
    last_assistant_message: DONE,
  })
  let last = DONE
  const payload = (fields: object = {}) => {
    const text = (fields as { last_assistant_message?: string }).last_assistant_message ?? DONE
    if (text !== last || lines.at(-1)?.includes('"text"') !== true)
      line('assistant', [{ type: 'text', text }])
    last = text
    return { ...stop(), ...fields }
  }
  return {
    sandbox,
    write(source) {
      call('Write', { file_path: path.join(root, 'total.js'), content: source }, 'ok')
      write('total.js', source)
    },
    ran: (command, output, failed = false) => call('Bash', { command }, output, failed),
    prompt: (text = 'Please write the sum function in total.js') => {
      line('user', text)
      return sandbox.hook(
        ['claude-code', 'UserPromptSubmit'],
        { ...common(), hook_event_name: 'UserPromptSubmit', prompt: text },
        SOLO,
      )
    },
    payload,
    begin(id) {
      sessionId = id
      lines = []
    },
    stop: (env = SOLO, fields = {}) => sandbox.hook(['claude-code', 'Stop'], payload(fields), env),
    wake: () => sandbox.hook(['claude-code', 'wake'], stop(), ATTENDED),
    runs: () => withStore(sandbox, (store) => store.list('check_run', { limit: 50 })),
    count: () => {
      const log = path.join(home, 'runs.log')
      return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0
    },
  }
}

async function withStore<T>(sandbox: Sandbox, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

const reasonOf = ({ stdout }: { stdout: string }): string =>
  stdout === '' ? '' : ((JSON.parse(stdout) as { reason?: string }).reason ?? '')

const isAlive = (pid: number): boolean => spawnSync('kill', ['-0', String(pid)]).status === 0

/** A stop that may take as long as the checks have. */
function patiently({ sandbox, payload }: Story): Promise<{ stdout: string }> {
  const hook = spawn(process.execPath, [HOOK, 'claude-code', 'Stop'], {
    cwd: sandbox.root,
    env: { ...sandbox.env, ...SOLO },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  hook.stdin.end(JSON.stringify(payload()))
  return new Promise((resolve) => {
    let stdout = ''
    hook.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    hook.on('close', () => resolve({ stdout }))
  })
}

/** Asks again until it is so; a machine under load takes its time. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(isSo, { timeout: 60_000, interval: 50 }).toBe(true)
}

describe('a check at a stop', () => {
  it('sends the agent back with the failing test when it is red, after two runs', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// bug\n')
    const reason = reasonOf(await story.stop())
    expect(reason).toContain('The check "test" is red')
    expect(reason).toContain('adds two numbers: total.js:1; expected: 5; actual: 4')
    expect(reason).toContain('Or say exactly what blocks you, and stop')
    expect(reason.length).toBeLessThanOrEqual(600)
    expect(story.count()).toBe(2)
    const [run] = await story.runs()
    expect(run).toMatchObject({ state: 'finished', result: 'new_failure', tries: 2, exitCode: 1 })
    const events = await withStore(story.sandbox, (store) =>
      store.readEvents({ kinds: ['check.started'] }),
    )
    expect(events[0]?.body).toMatchObject({
      pid: expect.any(Number),
      processStartedAt: expect.any(String),
    })
    const why = await story.sandbox.reflect(['why'])
    expect(why.stdout).toContain('red_check')
    expect(why.stdout).toContain('adds two numbers')
  }, 60_000)

  it.each<[string, (sandbox: Sandbox) => void]>([
    ['assume-unchanged', ({ git }) => void git('update-index', '--assume-unchanged', 'total.js')],
    ['skip-worktree', ({ git }) => void git('update-index', '--skip-worktree', 'total.js')],
    ['a damaged index', ({ write }) => write('.git/index', 'garbage')],
    ['a moved .git', ({ root }) => renameSync(path.join(root, '.git'), path.join(root, '.git-x'))],
  ])(
    'is run although git was kept from seeing the change: %s',
    async (_title, hide) => {
      const story = await openStory()
      const { root, write } = story.sandbox
      await story.sandbox.hook(
        ['claude-code', 'SessionStart'],
        { ...story.payload(), hook_event_name: 'SessionStart', source: 'startup' },
        SOLO,
      )
      await story.prompt()
      story.ran("sed -i 's/yet/bug/' total.js", '')
      write('total.js', '// bug\n')
      hide(story.sandbox)
      const reason = reasonOf(await story.stop())
      if (existsSync(path.join(root, '.git-x')))
        renameSync(path.join(root, '.git-x'), path.join(root, '.git'))
      expect(reason).toContain('The check "test" is red')
    },
    60_000,
  )

  it('is silent when it is green, and is not run again on the same files', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// right\n')
    expect(reasonOf(await story.stop())).toBe('')
    await story.prompt('And now add a comment please')
    expect(
      reasonOf(
        await story.stop(SOLO, { last_assistant_message: 'Finished, the comment is added.' }),
      ),
    ).toBe('')
    expect(story.count()).toBe(1)
    expect(await story.runs()).toMatchObject([{ state: 'finished', result: 'passed' }])
  }, 60_000)

  it('says the same failure once, and two in a turn at most', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// bug\n')
    expect(reasonOf(await story.stop())).toContain('is red')
    story.write('// bug, still\n')
    expect(
      reasonOf(await story.stop(SOLO, { last_assistant_message: 'I fixed it, it is done now.' })),
    ).toBe('')
    expect(await story.runs()).toHaveLength(2)
  }, 60_000)

  it('records a flaky one, tells the user once, and never the agent', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// flaky\n')
    const answer = await story.stop()
    expect(reasonOf(answer)).toBe('')
    expect(answer.stdout).toContain('is flaky')
    expect(await story.runs()).toMatchObject([{ result: 'flaky', tries: 2 }])
  }, 60_000)

  it('does not blame the session for what was red before, by the transcript', async () => {
    const story = await openStory()
    await story.prompt()
    story.ran(
      'npm test',
      'not ok 1 - adds two numbers\n1..1\n# tests 1\n# pass 0\n# fail 1\n',
      true,
    )
    story.write('// bug\n')
    const answer = await story.stop()
    expect(reasonOf(answer)).toBe('')
    expect(await story.runs()).toMatchObject([{ result: 'preexisting' }])
  }, 60_000)

  it('does not blame the session for what was red before, by an earlier run of ours', async () => {
    const story = await openStory()
    story.sandbox.write('total.js', '// bug of yesterday\n')
    expect(await story.sandbox.reflect(['checks', 'run'])).toMatchObject({ code: 3 })
    await story.prompt()
    story.write('// bug of today\n')
    expect(reasonOf(await story.stop())).toBe('')
    expect((await story.runs())[0]).toMatchObject({ result: 'preexisting', trigger: 'stop' })
  }, 60_000)

  it('blames a session that begins without the red edit of an earlier one', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// bug\n')
    expect(reasonOf(await story.stop())).toContain('is red')
    story.sandbox.git('checkout', '--quiet', '.')
    story.begin('s2')
    await story.prompt()
    story.write('// bug, once more\n')
    expect(reasonOf(await story.stop(SOLO, { last_assistant_message: 'Finished.' }))).toContain(
      'The check "test" is red',
    )
    expect((await story.runs())[0]).toMatchObject({ result: 'new_failure', sessionId: 's2' })
  }, 60_000)

  it.each([
    { text: 'total() returns the gross price now.' },
    { text: 'I changed total() so that it adds VAT.' },
    { text: 'It is done: total() adds VAT.' },
  ])(
    'is run at a report that does not say in so many words that it is done: $text',
    async ({ text }) => {
      const story = await openStory()
      await story.prompt('Make total() add VAT.')
      story.write('// bug\n')
      expect(reasonOf(await story.stop(SOLO, { last_assistant_message: text }))).toContain('is red')
    },
    60_000,
  )

  it('is not run for such a report when the agent edited nothing in this turn', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// bug\n')
    await story.stop(SOLO, { last_assistant_message: 'Shall I delete the old table first?' })
    await story.prompt('What does total() return?')
    const text = 'total() returns the gross price.'
    expect(reasonOf(await story.stop(SOLO, { last_assistant_message: text }))).toBe('')
    expect(story.count()).toBe(0)
    const why = await story.sandbox.reflect(['why'])
    expect(why.stdout).toContain('test: not run at this stop: the agent does not say that it is')
  }, 60_000)

  it('is not run where a person said not to run it', async () => {
    const story = await openStory(['npm', 'test'], { rules: [] })
    await story.prompt('Write the sum function in total.js. Do not run the tests, CI does that.')
    story.write('// bug\n')
    expect(reasonOf(await story.stop())).toBe('')
    expect(story.count()).toBe(0)
    const why = await story.sandbox.reflect(['why'])
    expect(why.stdout).toContain('test: not run at this stop: a person said not to run it')
  }, 60_000)

  it('is a push all the same when making it pass is what was asked for', async () => {
    const story = await openStory()
    story.sandbox.write('total.js', '// bug of yesterday\n')
    await story.sandbox.reflect(['checks', 'run'])
    await story.prompt('Fix the failing tests, please. Make the tests pass.')
    story.write('// bug of today\n')
    // One of them is green, so that no rule has anything to say.
    story.ran('node --test other.test.js', 'ok 1 - other\n1..1\n# tests 1\n# pass 1\n# fail 0\n')
    expect(reasonOf(await story.stop())).toContain('adds two numbers')
  }, 60_000)

  it('is not run when the agent ran it after its last edit', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// right\n')
    story.ran('npm test', 'ok 1 - adds two numbers\n1..1\n# tests 1\n# pass 1\n# fail 0\n')
    expect(reasonOf(await story.stop())).toBe('')
    expect(story.count()).toBe(0)
  }, 60_000)

  it.each([
    {
      title: 'asks the human something',
      text: 'Shall I delete the old table first?',
      why: 'not run at this stop: the agent waits for a person',
    },
    {
      title: 'says what it could not do',
      text: 'I could not finish it: the network is down and I am blocked.',
      why: 'not run at this stop: the agent',
    },
  ])(
    'is not run when the agent $title',
    async ({ text, why }) => {
      const story = await openStory()
      await story.prompt()
      story.write('// bug\n')
      await story.stop(SOLO, { last_assistant_message: text })
      expect(story.count()).toBe(0)
      expect((await story.sandbox.reflect(['why'])).stdout).toContain(why)
    },
    60_000,
  )

  it('is not run where nothing changed that it is for', async () => {
    const story = await openStory(['npm', 'test'], { options: ['--when', 'docs/**'] })
    await story.prompt()
    story.write('// bug\n')
    expect(reasonOf(await story.stop())).toBe('')
    expect(story.count()).toBe(0)
  }, 60_000)

  it.each([{ mode: 'orchestrated' }, { mode: 'off' }])(
    'never runs in $mode',
    async ({ mode }) => {
      const story = await openStory()
      await story.prompt()
      story.write('// bug\n')
      expect(reasonOf(await story.stop({ REFLECTION_MODE: mode }))).toBe('')
      expect(story.count()).toBe(0)
    },
    60_000,
  )

  it('is asked of the agent where the client would ask a person before that command', async () => {
    const story = await openStory(['npm', 'test'], { rules: [] })
    await story.prompt()
    story.write('// bug\n')
    const reason = reasonOf(await story.stop())
    expect(reason).toContain('has not run since your last change')
    expect(reason).toContain('npm test')
    expect(reason).toContain('Or say exactly what blocks you, and stop')
    expect(story.count()).toBe(0)
    // Once: an agent that could not is not told again.
    expect(
      reasonOf(
        await story.stop(SOLO, { last_assistant_message: 'All of it is done and finished.' }),
      ),
    ).toBe('')
  }, 60_000)

  it('is given up when its time is over, and asked of the agent', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// slow\n')
    const reason = reasonOf(await patiently(story))
    expect(reason).toContain('has not run since your last change')
    const [run] = await story.runs()
    expect(run).toMatchObject({ state: 'cancelled', result: null })
    expect(isAlive(run!.pid!)).toBe(false)
    const listed = await story.sandbox.reflect(['checks'])
    expect(listed.stdout).toContain('in the background, or the agent is asked')
    // From now on it is known to be slow, and is not waited for.
    story.write('// slow, again\n')
    const started = Date.now()
    await story.stop(SOLO, { last_assistant_message: 'Now it is done and finished.' })
    expect(Date.now() - started).toBeLessThan(15_000)
    expect(await story.runs()).toHaveLength(1)
  }, 90_000)

  it('says nothing when the files changed while it ran', async () => {
    const story = await openStory([
      'node',
      '-e',
      "require('fs').writeFileSync('made.txt', String(Math.random())); process.exit(1)",
    ])
    await story.prompt()
    story.write('// bug\n')
    expect(reasonOf(await story.stop())).toBe('')
    expect(await story.runs()).toMatchObject([{ state: 'discarded', result: null }])
  }, 60_000)

  it('is no push when it could not be run at all', async () => {
    const story = await openStory(['node', 'no-such-file.cjs'], { options: [], rules: ['Bash'] })
    await story.prompt()
    story.write('// bug\n')
    await story.stop()
    const other = await openStory(['no-such-program-here'], { rules: ['Bash'] })
    await other.prompt()
    other.write('// bug\n')
    expect(reasonOf(await other.stop())).toBe('')
    expect(await other.runs()).toMatchObject([{ result: 'unrunnable' }])
  }, 60_000)

  it('gets a short environment, and what its user named', async () => {
    const story = await openStory(
      [
        'node',
        '-e',
        "require('fs').writeFileSync(process.env.HOME + '/env.json', JSON.stringify(process.env))",
      ],
      { options: ['--env', 'WANTED'] },
    )
    await story.prompt()
    story.write('// right\n')
    await story.stop({ ...SOLO, SECRET_TOKEN: 'x', WANTED: 'yes' })
    const env = JSON.parse(
      readFileSync(path.join(story.sandbox.home, 'env.json'), 'utf8'),
    ) as object
    expect(env).toMatchObject({ REFLECTION_PARENT: 'check', WANTED: 'yes' })
    expect(env).not.toHaveProperty('SECRET_TOKEN')
    expect(env).not.toHaveProperty('REFLECTION_MODE')
  }, 60_000)
})

describe('a check whose hook is gone', () => {
  it('is ended by a later hook', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// slow\n')
    const hook = spawn(process.execPath, [HOOK, 'claude-code', 'Stop'], {
      cwd: story.sandbox.root,
      env: { ...story.sandbox.env, ...SOLO },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    hook.stdin.end(JSON.stringify(story.payload()))
    await until(() => story.count() === 1)
    const [run] = await story.runs()
    hook.kill('SIGKILL')
    await until(() => hook.exitCode !== null || hook.signalCode !== null)
    expect(isAlive(run!.pid!)).toBe(true)
    await story.prompt('Something else')
    await until(() => !isAlive(run!.pid!))
    expect(await story.runs()).toMatchObject([{ state: 'lost' }])
  }, 60_000)

  it('is cancelled by a new prompt while its hook waits', async () => {
    const story = await openStory()
    await story.prompt()
    story.write('// slow\n')
    const stopping = story.stop()
    await until(() => story.count() === 1)
    const [run] = await story.runs()
    await story.prompt('Wait, do something else')
    await until(() => !isAlive(run!.pid!))
    expect(reasonOf(await stopping)).toBe('')
    expect(await story.runs()).toMatchObject([{ state: 'cancelled', durationMs: null }])
  }, 60_000)
})

describe('a check that starts an agent itself', () => {
  it('leads to no check, no memory and no push inside of it', async () => {
    const story = await openStory(['node', 'agent.cjs'])
    const { sandbox } = story
    sandbox.write(
      'agent.cjs',
      `const { spawnSync } = require('node:child_process')
const { appendFileSync } = require('node:fs')
appendFileSync(process.env.HOME + '/runs.log', 'run\\n')
const payload = { ...${JSON.stringify(story.payload())}, session_id: 'inner' }
const run = (...args) => spawnSync(process.execPath, args, { input: JSON.stringify(payload), env: { ...process.env, REFLECTION_MODE: 'solo', CLAUDE_CODE_SESSION_ATTENDED: '1' } })
const stop = run(${JSON.stringify(HOOK)}, 'claude-code', 'Stop')
const wake = run(${JSON.stringify(HOOK)}, 'claude-code', 'wake')
require('node:fs').writeFileSync(process.env.HOME + '/inner.json', JSON.stringify({ said: stop.stdout.toString(), stop: stop.status, wake: wake.status }))
process.exit(1)
`,
    )
    await story.prompt()
    story.write('// bug\n')
    expect(reasonOf(await story.stop())).toContain('is red')
    expect(story.count()).toBe(2)
    const inner = JSON.parse(readFileSync(path.join(sandbox.home, 'inner.json'), 'utf8')) as object
    expect(inner).toEqual({ said: '', stop: 0, wake: 0 })
    expect((await story.runs()).filter(({ sessionId }) => sessionId === 'inner')).toEqual([])
    expect(await withStore(sandbox, (store) => store.list('memory'))).toEqual([])
  }, 60_000)
})

describe('what a project, a server or a skill proposes', () => {
  it('is shown, and is never run by itself', async () => {
    const story = await openStory(null)
    const { sandbox } = story
    sandbox.write('reflection.yaml', 'checks:\n  evil:\n    command: [node, tests.cjs]\n')
    sandbox.git('add', '.')
    sandbox.git('commit', '--quiet', '-m', 'config')
    expect(await reflect(sandbox, ['trust', '--yes'])).toMatchObject({ code: 0 })
    await story.prompt()
    const check = {
      id: 'evil',
      name: 'sent',
      command: ['node', 'tests.cjs'],
      shell: false,
      when: [],
      timeoutMs: 60_000,
      env: [],
      createdAt: new Date().toISOString(),
      settledAt: null,
    }
    await withStore(sandbox, (store) =>
      store.add([
        { kind: 'check', record: { ...check, source: 'team', state: 'accepted' } },
        {
          kind: 'check',
          record: { ...check, id: 'two', name: 'skilled', source: 'skill', state: 'proposed' },
        },
      ]),
    )
    story.write('// bug\n')
    expect(reasonOf(await story.stop())).toBe('')
    expect(story.count()).toBe(0)
    const listed = await sandbox.reflect(['checks'])
    expect(listed.stdout).toContain('This project has no checks')
    expect(listed.stdout).toMatch(/evil .*from reflection\.yaml/)
    expect(listed.stdout).toMatch(/skilled .*from a skill/)
    // With one of the user's own they still stand beside it.
    await reflect(sandbox, ['checks', 'add', 'mine', '--yes', '--', 'node', '-e', ''])
    story.write('// bug, again\n')
    await story.stop(SOLO, { last_assistant_message: 'It is done and finished now.' })
    expect(story.count()).toBe(0)
  }, 60_000)
})

describe('a slow check in a session that a person attends', () => {
  it('runs in the background, and wakes the session when it is red', async () => {
    const story = await openStory()
    const { sandbox } = story
    // Slow by its last run: what it takes is known before the stop.
    sandbox.write('total.js', '// right\n')
    await sandbox.reflect(['checks', 'run'])
    await withStore(sandbox, async (store) => {
      const [run] = await store.list('check_run')
      await store.add([{ kind: 'check_run', record: { ...run!, durationMs: 40_000 } }])
    })
    await story.prompt()
    story.write('// bug\n')
    const [stopped, woken] = await Promise.all([
      story.stop(ATTENDED),
      until(async () => true).then(() => story.wake()),
    ])
    expect(reasonOf(stopped)).toBe('')
    expect(woken.code).toBe(2)
    expect(woken.stderr).toContain('adds two numbers')
    expect((await story.runs())[0]).toMatchObject({ trigger: 'background', result: 'new_failure' })
  }, 60_000)

  it('wakes no session when it is green', async () => {
    const story = await openStory()
    const { sandbox } = story
    await sandbox.reflect(['checks', 'run'])
    await withStore(sandbox, async (store) => {
      const [run] = await store.list('check_run')
      await store.add([{ kind: 'check_run', record: { ...run!, durationMs: 40_000 } }])
    })
    await story.prompt()
    story.write('// right\n')
    const [stopped, woken] = await Promise.all([story.stop(ATTENDED), story.wake()])
    expect(reasonOf(stopped)).toBe('')
    expect(woken).toMatchObject({ code: 0, stderr: '' })
    expect((await story.runs())[0]).toMatchObject({ trigger: 'background', result: 'passed' })
  }, 60_000)
})

describe('reflect checks', () => {
  it('says what it means before it agrees, and asks', async () => {
    const { sandbox } = await openStory(null)
    const args = ['checks', 'add', 'test', '--', 'npm', 'test']
    const refused = await runIn(args, sandbox, { answers: [false] })
    expect(refused.out).toContain('with your rights, outside its sandbox')
    expect(refused.out).toContain('Nothing was added')
    expect(refused.questions).toEqual(['Add this check?'])
    expect((await sandbox.reflect(['checks'])).stdout).toContain('This project has no checks')
    await runIn(args, sandbox, { answers: [true] })
    expect((await sandbox.reflect(['checks'])).stdout).toMatch(
      /test +npm test +any file +holds the stop/,
    )
  }, 60_000)

  it('is offered by init, and added only when a person wants it', async () => {
    const { sandbox } = await openStory(null)
    const offered = await runIn(['init'], sandbox)
    expect(offered.out).toContain('reflect checks detect')
    const wanted = await runIn(['init'], sandbox, { answers: [false, true] })
    expect(wanted.questions.at(-1)).toBe('Add test?')
    expect((await sandbox.reflect(['checks'])).stdout).toMatch(/test +npm test/)
  }, 60_000)

  it('needs a person to add or to remove', async () => {
    const story = await openStory(null)
    const { sandbox } = story
    expect(await reflect(sandbox, ['checks', 'add', 'test', '--', 'npm', 'test'])).toMatchObject({
      code: 2,
    })
    const agent = { CLAUDECODE: '1' }
    const refused = await reflect(
      sandbox,
      ['checks', 'add', 'test', '--yes', '--', 'npm', 'test'],
      agent,
    )
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('needs a person')
    expect((await reflect(sandbox, ['checks', 'remove', 'test', '--yes'], agent)).stderr).toContain(
      'needs a person',
    )
  }, 60_000)

  it('runs with exit code 3 when red, 0 when green, and refuses to run inside of a check', async () => {
    const story = await openStory()
    const { sandbox } = story
    expect(await sandbox.reflect(['checks', 'run', 'test'])).toMatchObject({ code: 0 })
    sandbox.write('total.js', '// bug\n')
    const red = await sandbox.reflect(['checks', 'run'])
    expect(red.code).toBe(3)
    expect(red.stderr).toContain('adds two numbers')
    expect(await sandbox.reflect(['checks', 'run'], { REFLECTION_PARENT: 'check' })).toMatchObject({
      code: 2,
    })
    expect((await sandbox.reflect(['checks', 'run', 'tets'])).stderr).toContain('did you mean test')
  }, 60_000)

  it('runs with --changed what the change is for', async () => {
    const story = await openStory(['npm', 'test'], { options: ['--when', '*.js'] })
    const { sandbox } = story
    expect(await sandbox.reflect(['checks', 'run', '--changed'])).toMatchObject({ code: 0 })
    expect(story.count()).toBe(0)
    sandbox.write('total.js', '// right\n')
    expect(await sandbox.reflect(['checks', 'run', '--changed'])).toMatchObject({ code: 0 })
    expect(story.count()).toBe(1)
  }, 60_000)

  it('takes a shell line only when told to, and a proposal by its name', async () => {
    const story = await openStory(null)
    const { sandbox } = story
    await reflect(sandbox, [
      'checks',
      'add',
      'both',
      '--yes',
      '--shell',
      '--',
      'node -e 1 && node -e "process.exit(4)"',
    ])
    expect(await sandbox.reflect(['checks', 'run', 'both'])).toMatchObject({ code: 3 })
    expect((await sandbox.reflect(['checks', 'detect'])).stdout).toContain('npm test')
    expect(await reflect(sandbox, ['checks', 'add', 'test', '--yes'])).toMatchObject({ code: 0 })
    expect((await sandbox.reflect(['checks', '--json'])).stdout).toContain('"at_stop": "hold"')
    expect(await reflect(sandbox, ['checks', 'remove', 'test', '--yes'])).toMatchObject({ code: 0 })
  }, 60_000)

  it.each<[string, string[]]>([
    ['a name that is none', ['add', '../x', '--yes', '--', 'true']],
    ['no command', ['add', 'nothing', '--yes']],
    ['a variable that is none', ['add', 'x', '--yes', '--env', 'A=B', '--', 'true']],
    ['a time that is none', ['add', 'x', '--yes', '--timeout', 'long', '--', 'true']],
    ['a verb that is none', ['ad', 'x']],
    ['two words for a shell', ['add', 'x', '--yes', '--shell', '--', 'a', 'b']],
  ])(
    'refuses %s',
    async (_title, args) => {
      const { sandbox } = await openStory(null)
      expect(await reflect(sandbox, ['checks', ...args])).toMatchObject({ code: 2, stdout: '' })
    },
    60_000,
  )
})
