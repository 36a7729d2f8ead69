import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { processStart } from '../../util/process-start.js'
import { commandRunner } from './command.js'
import type { CommandRunnerInput } from './command.js'

interface World {
  objective?: string
  by?: 'stdin' | 'argument'
  timeoutMs?: number
  signal?: AbortSignal
  command?: readonly string[]
}

/** Runs a Node script as an agent would be run. */
async function run(script: string, world: World = {}) {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'reflectory-runner-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const file = path.join(root, 'agent.mjs')
  writeFileSync(file, script)
  const settings: CommandRunnerInput = {
    name: 'agent',
    command: world.command ?? [process.execPath, file],
    objective: world.by ?? 'stdin',
    root,
    env: { PATH: process.env['PATH'] },
  }
  const pids: number[] = []
  const result = await commandRunner(settings).run({
    sessionId: 'session-1',
    objective: world.objective ?? 'Do it',
    timeoutMs: world.timeoutMs ?? 20_000,
    signal: world.signal ?? new AbortController().signal,
    onProcess: async (pid) => void pids.push(pid),
  })
  return { root, result, pids }
}

const ECHO = `
let input = ''
for await (const chunk of process.stdin) input += chunk
console.log(JSON.stringify({ args: process.argv.slice(2), input, parent: process.env.REFLECTION_PARENT, cwd: process.cwd() }))`

describe('the command runner', () => {
  it.each([
    'plain',
    `it's "quoted" \\ and $HOME \`id\` ; rm -rf / && true | cat > x`,
    'line one\nline two\r\n\ttab',
    '--help',
    '-- "',
    '€ 日本 🙂',
    '*.ts ~ %PATH% !x',
  ])('hands over %j as it is, by standard input or after --', async (objective) => {
    const byStdin = await run(ECHO, { objective })
    expect(JSON.parse(byStdin.result.result)).toEqual({
      args: [],
      input: objective,
      parent: 'session-1',
      cwd: byStdin.root,
    })
    const byArgument = await run(ECHO, { objective, by: 'argument' })
    expect(JSON.parse(byArgument.result.result)).toMatchObject({
      args: ['--', objective],
      input: '',
    })
  })

  it('records a failure with its code and its last words', async () => {
    const { result } = await run(`console.error('no such host'); process.exit(3)`)
    expect(result).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/ended with 3: no such host$/),
    })
  })

  it.each([
    { command: ['no-such-program-anywhere'], says: 'not found on the PATH' },
    { command: ['./agent.mjs'], says: 'not found on the PATH' },
    { command: ['/no/such/program'], says: "can't be started" },
  ])('says why $command can not be started', async ({ command, says }) => {
    const { result } = await run('', { command })
    expect(result).toMatchObject({ status: 'failed', error: expect.stringContaining(says) })
  })

  it('refuses an objective that no argument can hold, and goes on', async () => {
    const { result } = await run(ECHO, { objective: 'a\0b', by: 'argument' })
    expect(result).toMatchObject({
      status: 'failed',
      error: expect.stringContaining("can't be started"),
    })
  })

  it('keeps the two ends of 50 MB of output and drops the middle', async () => {
    const { result } = await run(`
      const line = 'x'.repeat(1023) + '\\n'
      process.stdout.write('BEGIN\\n')
      let left = 50 * 1024
      const pour = () => { while (left-- > 0) if (!process.stdout.write(line)) return process.stdout.once('drain', pour); process.stdout.write('END') }
      pour()`)
    expect(result.status).toBe('completed')
    expect(result.result.length).toBeLessThanOrEqual(20_000)
    expect(result.result.startsWith('BEGIN\n')).toBe(true)
    expect(result.result.endsWith('END')).toBe(true)
  })

  it('ends a child that ignores SIGTERM when its time is up, with its whole group', async () => {
    const { root, result, pids } = await run(
      `
      import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      process.on('SIGTERM', () => undefined)
      const stubborn = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)"
      const child = spawn(process.execPath, ['-e', stubborn], { stdio: 'ignore' })
      writeFileSync('child.pid', String(child.pid))
      console.log('started')
      setInterval(() => undefined, 1000)`,
      { timeoutMs: 4000 },
    )
    expect(result).toMatchObject({
      status: 'timeout',
      result: 'started',
      error: expect.stringContaining('was ended after 4000 ms'),
    })
    const grandchild = Number(readFileSync(path.join(root, 'child.pid'), 'utf8'))
    expect(pids).toHaveLength(1)
    // The signal was sent before the result came; the system takes a moment to carry it out.
    await expect.poll(() => [...pids, grandchild].map(processStart)).toEqual([null, null])
  })

  it('tells a run that the caller gave up from one that failed', async () => {
    const controller = new AbortController()
    const running = run(`console.log('on my way'); setInterval(() => undefined, 1000)`, {
      signal: controller.signal,
    })
    controller.abort()
    expect((await running).result.status).toBe('stopped')
  })

  it('knows the skills and tools of a client that prints its steps', async () => {
    const { result } = await run(`
      import path from 'node:path'
      const use = (name, input) => console.log(JSON.stringify({ type: 'assistant', message: { content: [{ type: 'tool_use', name, input }] } }))
      use('Read', { file_path: path.resolve('skills/deploy/SKILL.md') })
      use('Read', { file_path: path.resolve('skills/deploy/SKILL.md') })
      use('Read', { file_path: path.resolve('src/a.ts') })
      use('Bash', { command: 'cat skills/other/SKILL.md' })
      use('Skill', { skill: 'review' })
      use('Edit', { file_path: path.resolve('skills/written/SKILL.md') })
      console.log(JSON.stringify({ type: 'result', num_turns: 6, usage: { input_tokens: 5, output_tokens: 2 } }))
      console.log('I read skills/third/SKILL.md')`)
    expect(result).toMatchObject({
      skills_read: ['deploy', 'other', 'review'],
      tools_used: ['Bash', 'Edit', 'Read', 'Skill'],
      rounds: 6,
      tokens: 7,
    })
  })

  it('takes the word of a client that failed and ended with 0', async () => {
    const { result } = await run(
      `console.log(JSON.stringify({ type: 'result', is_error: true, result: 'no credit' }))`,
    )
    expect(result).toMatchObject({ status: 'failed', result: 'no credit' })
    expect(result.error).toContain('no credit')
  })

  it('knows what a client used that names its steps by their type', async () => {
    const { result } = await run(`
      const item = (item) => console.log(JSON.stringify({ type: 'item.completed', item }))
      item({ type: 'command_execution', command: "bash -lc 'cat skills/deploy/SKILL.md'", exit_code: 0 })
      item({ type: 'agent_message', text: 'ok' })`)
    expect(result).toMatchObject({ tools_used: ['command_execution'], skills_read: ['deploy'] })
  })

  it('knows neither rounds nor tokens of a client that does not say', async () => {
    const { result } = await run(`console.log('done')`)
    expect(result).toMatchObject({ rounds: null, tokens: null })
  })
})
