import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Finding } from '../../src/schema/finding.js'
import type { SkillChange } from '../../src/schema/skill-change.js'
import { processStart } from '../../src/util/process-start.js'
import { BIN, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const MODEL = `let asked = ''
for await (const chunk of process.stdin) asked += chunk
const skill = { name: 'checks', description: 'Use before checks', body: 'Look at the exit code first.' }
if (asked.includes('Steps left: 5')) console.log(JSON.stringify({ tool: 'add_skill', arguments: skill, answer: null }))
else if (asked.includes('Steps left')) console.log(JSON.stringify({ tool: null, arguments: null, answer: 'done' }))
else console.log('Alike.\\n\\nSKILL_ACTION: add a skill checks.')
`
const WAIT = { timeout: 90_000, interval: 50 }

interface Project extends Sandbox {
  ask<T>(...args: string[]): Promise<T>
  serve(env?: NodeJS.ProcessEnv): ChildProcess & { said(): string; ended: Promise<void> }
  executed(): string[]
}

/** A project with an agent that fails unless it is told "works", and a model told by `adapter`. */
function openProject(model: string): Project {
  const sandbox = openSandbox()
  const node = JSON.stringify(process.execPath)
  const script = (name: string, text: string) => {
    const file = path.join(sandbox.base, name)
    writeFileSync(file, text)
    chmodSync(file, 0o755)
    return JSON.stringify(file)
  }
  const log = path.join(sandbox.base, 'runs.log')
  const agent = script(
    'agent.mjs',
    `import { appendFileSync } from 'node:fs'
let asked = ''
for await (const chunk of process.stdin) asked += chunk
appendFileSync(${JSON.stringify(log)}, process.env.REFLECTION_PARENT + '\\n')
if (asked.includes('hangs')) setInterval(() => undefined, 1000)
else if (asked.includes('works')) console.log('It works. '.repeat(20))
else { console.error('exit code one'); process.exitCode = 1 }`,
  )
  const told = script('model.mjs', MODEL)
  const config = path.join(sandbox.home, '.config/reflectory/reflection.yaml')
  sandbox.write(
    path.relative(sandbox.root, config),
    `cycle:
  runners:
    agent: { command: [${node}, ${agent}] }
models:
  backends:
    told: ${model.replace('COMMAND', `[${node}, ${told}]`)}
  roles: { default: [told] }
`,
  )
  return {
    ...sandbox,
    async ask<T>(...args: string[]) {
      const { code, stdout, stderr } = await sandbox.reflect([...args, '--json'])
      if (code !== 0 && args[1] !== 'run') throw new Error(stderr)
      return JSON.parse(stdout) as T
    },
    serve(extra = {}) {
      const child = spawn(process.execPath, [BIN, 'serve', '--headless'], {
        cwd: sandbox.root,
        env: { ...sandbox.env, ...extra },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
      return Object.assign(child, { said: () => said, ended })
    },
    executed: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  }
}

const EVERY_SECOND = ['--cron', '* * * * * *', '--zone', 'UTC', '--runner', 'agent', '--yes']

describe('reflect serve --headless', () => {
  it('pauses what fails three times, analyses once with a recorded model, and commits what is approved', async () => {
    const recordings = '{ adapter: recorded, file: ../replies.jsonl, command: COMMAND }'
    // Recorded in one project, replayed in another that has no one to ask.
    const first = openProject(recordings)
    await failThreeTimes(first)
    await first.reflect(['cycle', 'run'], { RECORD: '1' })
    const replies = readFileSync(path.join(first.base, 'replies.jsonl'), 'utf8')

    const project = openProject('{ adapter: recorded, file: ../replies.jsonl }')
    writeFileSync(path.join(project.base, 'replies.jsonl'), replies)
    await failThreeTimes(project)
    const { task, findings } = await project.ask<{ task: { status: string }; findings: Finding[] }>(
      'tasks',
      'show',
      'broken',
    )
    expect(task.status).toBe('paused')
    expect(findings.map(({ rule, state }) => [rule, state])).toEqual([
      ['consecutive_failures', 'open'],
    ])
    for (let n = 0; n < 10; n += 1) {
      const result = ['--result', 'All of it works, and nothing was left to be done at the end.']
      await project.ask(
        'tasks',
        'report',
        'fine',
        '--status',
        'completed',
        '--session',
        `c${n}`,
        ...result,
      )
    }
    const { stderr } = await project.reflect(['serve', '--headless', '--until-idle'])
    expect(stderr).toContain('Reflection loop started')
    const [change, ...more] = await project.ask<SkillChange[]>('skills', 'proposals')
    expect([change?.skill, more]).toEqual(['checks', []])
    await project.ask('skills', 'approve', change!.id, '--yes')
    const file = path.join(project.stateDir(), 'skills/checks/SKILL.md')
    expect(readFileSync(file, 'utf8')).toBe(change!.after)
    const log = await project.ask<{ action: string }[]>('cycle', 'log')
    expect(log.map(({ action }) => action).sort()).toEqual([
      'reflection_analysis',
      'reflection_change',
      'reflection_rule',
      'skill_state',
      'skill_state',
    ])
    const { stdout } = await project.reflect(['serve', '--headless', '--until-idle'])
    expect(stdout).toBe('')
    expect((await project.ask<unknown[]>('cycle', 'log')).length).toBe(log.length)
  })

  it('runs a schedule, and two of them on one store do everything once', async () => {
    const project = openProject('{ adapter: command, command: COMMAND }')
    await project.ask('tasks', 'add', 'broken', '--prompt', 'fails', ...EVERY_SECOND)
    const servers = [project.serve(), project.serve()]
    const findings = () => project.ask<Finding[]>('cycle', 'findings')
    const proposals = () => project.ask<SkillChange[]>('skills', 'proposals')
    await expect.poll(async () => (await findings()).length, WAIT).toBe(1)
    await expect.poll(async () => (await proposals()).length, WAIT).toBe(1)
    for (const server of servers) server.kill('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
    const runs = project.executed()
    expect({ runs: runs.length, distinct: new Set(runs).size }).toEqual({ runs: 3, distinct: 3 })
    expect((await findings()).map(({ action_taken }) => action_taken)).toEqual(['paused_task'])
    const log = await project.ask<{ action: string }[]>('cycle', 'log')
    expect(log.map(({ action }) => action).sort()).toEqual([
      'reflection_analysis',
      'reflection_change',
      'reflection_rule',
      'skill_state',
    ])
    const cost = await project.ask<{ task: { run_count: number } }>('tasks', 'show', 'broken')
    expect(cost.task.run_count).toBe(3)
  })

  it('stops within a second while a task runs, which is due again and no failure', async () => {
    const project = openProject('{ adapter: command, command: COMMAND }')
    await project.ask('tasks', 'add', 'long', '--prompt', 'hangs', ...EVERY_SECOND)
    const server = project.serve()
    await expect.poll(() => project.executed().length, WAIT).toBe(1)
    server.kill('SIGTERM')
    await server.ended
    expect(server.exitCode).toBe(0)
    expect(server.said()).toContain('Reflection loop stopped')
    const shown = await project.ask<{ outcomes: unknown[]; task: { status: string } }>(
      'tasks',
      'show',
      'long',
    )
    expect([shown.outcomes, shown.task.status]).toEqual([[], 'active'])
    const [listed] = await project.ask<{ next_run_at: string }[]>('tasks', 'list')
    expect(Date.parse(listed!.next_run_at)).toBeLessThanOrEqual(Date.now())
  })

  it('records a run as failed whose server was killed, and ends what it left running', async () => {
    const project = openProject('{ adapter: command, command: COMMAND }')
    await project.ask(
      'tasks',
      'add',
      'long',
      '--prompt',
      'hangs',
      '--runner',
      'agent',
      '--cron',
      '* * * * * *',
      '--yes',
    )
    const server = project.serve()
    await expect.poll(() => project.executed().length, WAIT).toBe(1)
    server.kill('SIGKILL')
    await server.ended
    const orphans = childrenOf(project)
    expect(orphans.length).toBe(1)
    await project.ask('tasks', 'pause', 'long')
    // An hour later no lease of the killed one is left.
    const later = path.resolve('test/support/later.cjs')
    project.serve({ NODE_OPTIONS: `--require ${later}`, TEST_HOURS_AHEAD: '1' })
    const outcomes = async () =>
      (
        await project.ask<{ outcomes: { status: string; error: string }[] }>(
          'tasks',
          'show',
          'long',
        )
      ).outcomes
    await expect.poll(async () => (await outcomes()).length, WAIT).toBe(1)
    expect(await outcomes()).toMatchObject([
      { status: 'interrupted', error: 'the process that ran it was lost' },
    ])
    await expect.poll(() => orphans.map(processStart), WAIT).toEqual([null])
    expect(project.executed()).toHaveLength(1)
  })
})

async function failThreeTimes(project: Project): Promise<void> {
  await project.ask('tasks', 'add', 'broken', '--prompt', 'fails', '--runner', 'agent', '--yes')
  for (let n = 0; n < 3; n += 1) await project.ask('tasks', 'run', 'broken')
}

/** Processes of the project's agent. */
function childrenOf(project: Project): number[] {
  const { readdirSync } = process.getBuiltinModule('node:fs')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(
          path.join(project.base, 'agent.mjs'),
        )
      } catch {
        return false
      }
    })
}
