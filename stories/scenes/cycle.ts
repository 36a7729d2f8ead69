import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addTask } from '../../src/host/tasks.js'
import { approveChange } from '../../src/host/skills/skill-changes.js'
import { ReflectError } from '../../src/schema/error.js'
import type { SkillChange } from '../../src/schema/skill-change.js'
import type { Scene } from '../scene.js'
import { scriptAgent } from '../scripted-agent.js'
import { BIN } from '../stage.js'
import type { Stage } from '../stage.js'

const AGENT = `process.stderr.write('host db-old.example.invalid not found')
process.exit(1)
`

/** What a model said of this story once; no key, no network. */
const MODEL = `let asked = ''
for await (const chunk of process.stdin) asked += chunk
const skill = {
  name: 'reach-the-database',
  description: 'Use before any database work: make sure that the host is reachable.',
  body: 'Look the host up first.\\nIf it is not there, say so and stop; do not try again.',
}
if (asked.includes('Steps left: 5')) console.log(JSON.stringify({ tool: 'add_skill', arguments: skill, answer: null }))
else if (asked.includes('Steps left')) console.log(JSON.stringify({ tool: null, arguments: null, answer: 'done' }))
else console.log('All runs fail at the same host.\\n\\nSKILL_ACTION: add a skill that looks the database host up before anything else.')
`

export const scene: Scene = {
  name: 'cycle',
  title: 'Many runs later: what keeps going wrong, and what should change?',
  isThroughHook: true,
  prepare,
  async play(stage) {
    stage.say('A task runs a real command. It fails, again and again:')
    await stage.onHost(({ host }) => addTask(TASK, host))
    for (let n = 0; n < 3; n += 1) stage.show(lastLine(reflect(stage, 'tasks', 'run', 'report')))

    const { task } = JSON.parse(reflect(stage, 'tasks', 'show', 'report', '--json')) as {
      task: { status: string; pause_reason: string }
    }
    stage.say('The third failure pauses it. A rule did that, without a model:')
    stage.show(`${task.status}  ${task.pause_reason}`)

    stage.say('The finding is new, so it is analysed, and a skill change is proposed:')
    if (!stage.isServed) stage.show(reflect(stage, 'cycle', 'run'))
    const change = await nextChange(stage)
    stage.show(
      change.state === 'proposed'
        ? reflect(stage, 'skills', 'proposals')
        : `${change.skill}  ${change.state} by you, before this line was printed`,
    )
    if (stage.isServed) {
      stage.say(
        'It waits for a person. That is you: approve or reject it on the page, under Skills.',
      )
      return
    }
    stage.say('It waits for a person, who approves it; the skills folder has its own git history:')
    stage.show(await approve(stage, change.id))
    const log = JSON.parse(reflect(stage, 'skills', 'log', '--json')) as { subject: string }[]
    stage.show(log.map(({ subject }) => `commit  ${subject}`).join('\n'))

    stage.say('Ordinary sessions count too. Three of them met the same red test:')
    for (const session of ['monday', 'tuesday', 'friday']) meetRedTest(stage, session)
    stage.show(/^recurring_failure.*\n.*/m.exec(reflect(stage, 'cycle'))?.[0] ?? '')
  },
}

const RED = ' FAIL  test/prices.test.ts > rounds up\n      Tests  1 failed | 6 passed (7)'

/** A session of a client that leaves a test red, told to the hook as the client tells it. */
function meetRedTest(stage: Stage, session: string): void {
  const agent = scriptAgent(stage, session)
  const tell = (event: string, fields: object) =>
    void stage.hook('claude-code', event, {
      session_id: session,
      transcript_path: agent.transcript,
      cwd: stage.root,
      hook_event_name: event,
      ...fields,
    })
  const prompt = 'Make the prices round up.'
  agent.human(prompt)
  tell('UserPromptSubmit', { prompt })
  agent.run('npx vitest run', 1, RED)
  agent.says('The test of the prices still fails.')
  tell('Stop', { stop_hook_active: false })
  tell('SessionEnd', { reason: 'prompt_input_exit' })
}

const TASK = {
  id: 'report',
  ai_prompt: 'Sum up the orders',
  schedule: null,
  runner: 'agent',
  timeout_ms: 600_000,
}

async function approve(stage: Stage, id: string): Promise<string> {
  // As the person of this story: the one who plays the demo may be an agent, or no one.
  const { skill, commit } = await stage.onHost(({ host }) => approveChange(id, 'person', host))
  return `Committed ${skill} as ${commit?.slice(0, 10) ?? ''}.`
}

const LOOK_MS = 200
const MAX_LOOKS = 300

/**
 * The first change of a skill. On a stage with a server it is the server that proposes it, a little
 * later; and a person at the page may have answered before we look.
 */
async function nextChange(stage: Stage): Promise<SkillChange> {
  const store = await stage.openStore()
  try {
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const [change] = await store.list('skill_change', { limit: 1 })
      if (change !== undefined) return change
      await delay(LOOK_MS)
    }
  } finally {
    await store.close()
  }
  throw new ReflectError('internal', 'No change of a skill was proposed')
}

function prepare(stage: Stage): void {
  const file = (name: string) => path.join(stage.root, name)
  stage.write('agent.mjs', AGENT)
  stage.write('model.mjs', MODEL)
  const command = (name: string) => [process.execPath, file(name)]
  stage.configure({
    cycle: { runners: { agent: { command: command('agent.mjs') } } },
    models: {
      backends: { told: { adapter: 'command', command: command('model.mjs') } },
      roles: { reflection: ['told'], mutation: ['told'] },
    },
  })
}

/** The real command line, as a person would call it. */
function reflect(stage: Stage, ...args: string[]): string {
  const { root: cwd, env } = stage
  const done = spawnSync(process.execPath, [BIN, ...args], { cwd, env, encoding: 'utf8' })
  if (done.status === 0 || (done.status === 1 && args[1] === 'run')) return done.stdout.trim()
  throw new ReflectError('internal', `reflect ${args.join(' ')} ended with ${done.status}`, {
    cause: done.stderr,
  })
}

const lastLine = (text: string): string =>
  text.replaceAll(/\s*\n\s*/g, '  ').replaceAll(/\S*node ended/g, 'ended')
