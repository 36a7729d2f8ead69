import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { addTask } from '../../../src/host/tasks.js'
import { readHostEvents } from '../../../src/host/host-events.js'
import { logSkills } from '../../../src/host/skills/skills-folder.js'
import { bundleProgram } from '../../../src/util/__fixtures__/bundle-program.js'
import { openStore, openWorkspace } from '../../../src/wiring/workspace.js'

/** Answers an analysis, then the steps of the session that writes the skill. */
const MODEL = `#!/bin/sh
asked=$(cat)
case "$asked" in
  *"Steps left: 5"*) echo '{"tool":"add_skill","arguments":{"name":"checks","description":"Use before running checks","body":"Look at the exit code first."},"answer":null}' ;;
  *"Steps left"*) echo '{"tool":null,"arguments":null,"answer":"done"}' ;;
  *) printf 'The runs fail alike.\\n\\nSKILL_ACTION: add a skill checks that looks at the exit code.\\n' ;;
esac
`
const AGENT = `#!/bin/sh
echo "$REFLECTION_PARENT" >> "$RUNS_LOG"
echo "exit code one" >&2
exit 1
`

export interface Story {
  base: string
  root: string
  home: string
  env: NodeJS.ProcessEnv
  close(): void
}

export const buildChild = (): Promise<string> =>
  bundleProgram('test/cycle/__fixtures__/cycle-child.ts')

/** A fresh project with a task that fails every second, an agent, and a model. */
export async function openStory(approval: 'ask' | 'auto'): Promise<Story> {
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'reflectory-story-')))
  const [root, home] = [path.join(base, 'repo'), path.join(base, 'home')]
  mkdirSync(root)
  mkdirSync(path.join(home, '.config', 'reflectory'), { recursive: true })
  const program = (name: string, text: string) => {
    const file = path.join(base, name)
    writeFileSync(file, text)
    chmodSync(file, 0o755)
    return file
  }
  writeFileSync(
    path.join(home, '.config', 'reflectory', 'reflection.yaml'),
    `cycle:
  skills: { approval: ${approval} }
  runners:
    agent: { command: [${JSON.stringify(program('agent', AGENT))}] }
models:
  backends:
    told: { adapter: command, command: [${JSON.stringify(program('model', MODEL))}] }
  roles: { default: [told] }
`,
  )
  const env = { PATH: process.env['PATH'], HOME: home, RUNS_LOG: path.join(base, 'runs.log') }
  const { store } = await openState({ root, home, env })
  await addTask(
    {
      id: 'broken',
      ai_prompt: 'Run the checks',
      schedule: { cron: '* * * * * *', time_zone: 'UTC' },
      runner: 'agent',
      timeout_ms: 10_000,
    },
    { store, now: () => new Date(), nextId: () => 'id' },
  )
  await store.close()
  return { base, root, home, env, close: () => rmSync(base, { recursive: true, force: true }) }
}

async function openState({ root, home, env }: Pick<Story, 'root' | 'home' | 'env'>) {
  const place = { cwd: root, env, home, platform: process.platform, now: new Date() }
  const workspace = await openWorkspace(place)
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 0 })
  return { workspace, store }
}

/** Runs the background loop until it ends or is killed. */
export function runChild(
  child: string,
  { root, home, env }: Story,
  extra: NodeJS.ProcessEnv = {},
): Promise<{ signal: string | null; code: number | null; said: string }> {
  const running = spawn(process.execPath, [child, root, home], {
    env: { ...env, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  running.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  running.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => {
    running.on('close', (code, signal) => resolve({ code, signal, said }))
  })
}

/** Everything that must hold however often the loop was killed: nothing lost, nothing twice. */
export async function tellStory(story: Story) {
  const { store, workspace } = await openState(story)
  const events = await readHostEvents(store, { limit: 10_000 })
  const count = (kind: string) => events.filter((event) => event.kind === kind).length
  const log = story.env['RUNS_LOG']!
  const executed = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  const outcomes = await store.list('outcome', { subject: 'broken', limit: 1000 })
  const skillsDir = path.join(workspace.stateDir, 'skills')
  const skills = { dir: skillsDir, env: story.env }
  const changes = await store.list('skill_change', { limit: 100 })
  const told = {
    task: (await store.get('task', 'broken'))?.status,
    findings: (await store.list('finding')).map(({ id, state, action_taken }) => ({
      id,
      state,
      action_taken,
    })),
    logged: (await store.list('interaction', { subject: 'reflection_rule' })).length,
    paused: count('task.paused'),
    found: count('reflection.finding'),
    batches: count('reflection.batch'),
    completions: count('sub_session.completed') - ownCompletions(events),
    analyses: (await store.list('interaction', { subject: 'reflection_analysis' })).length,
    analysed: count('reflection.analysis_completed'),
    changes: changes.map(({ skill, state }) => ({ skill, state })),
    due: (await store.list('due')).map(({ kind }) => kind),
    executedTwice: executed.length - new Set(executed).size,
    startedWithoutEnd:
      events.filter(
        ({ kind, body }) =>
          kind === 'sub_session.started' && (body as { task_id: unknown }).task_id === 'broken',
      ).length - outcomes.length,
    countedRuns: (await store.get('task', 'broken'))!.run_count - outcomes.length,
    commits: (await logSkills(skills)).map(({ subject }) => subject),
    committedText: changes.map(
      ({ skill, after, state }) =>
        state !== 'approved' ||
        readFileSync(path.join(skillsDir, skill, 'SKILL.md'), 'utf8') === after,
    ),
    dirty: existsSync(path.join(skillsDir, '.git'))
      ? execFileSync('git', ['status', '--porcelain'], { cwd: skillsDir, encoding: 'utf8' })
      : '',
  }
  await store.close()
  return told
}

const ownCompletions = (events: readonly { kind: string; sessionId: string | null }[]): number =>
  events.filter(
    ({ kind, sessionId }) => kind === 'sub_session.completed' && sessionId!.startsWith('system:'),
  ).length

/** What the story comes to, with `auto` approval. */
export const END = {
  task: 'paused',
  findings: [
    { id: 'consecutive_failures:task:broken#1', state: 'open', action_taken: 'paused_task' },
  ],
  logged: 1,
  paused: 1,
  found: 1,
  batches: 1,
  completions: 10,
  analyses: 1,
  analysed: 1,
  changes: [{ skill: 'checks', state: 'approved' }],
  due: [],
  executedTwice: 0,
  startedWithoutEnd: 0,
  countedRuns: 0,
  commits: ['Add checks', 'Begin'],
  committedText: [true],
  dirty: '',
}
