/**
 * From a failure that comes back to a skill that has to prove itself, and out of use again: three
 * sessions of a real client, the cycle, a trial with the client as its runner, and the client's own
 * questions to its model. Every command in between is killed at one transaction after another until
 * it comes through. Nothing is in the store that no hook and no command has put there.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SessionOutcome } from '../../src/schema/session-outcome.js'
import type { SkillState } from '../../src/schema/skill-state.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { readProcessTable } from '../../src/util/process-table.js'
import { BIN } from '../support/sandbox.js'
import { claudeCode } from './clients/claude-code.js'
import { failureOf } from './frame/describe-client.js'
import { eventually } from './frame/eventually.js'
import { installClient } from './frame/install-client.js'
import type { ModelReply, ModelRequest } from './frame/model-script.js'
import { openClient } from './frame/open-client.js'
import type { ClientRun, OpenedClient } from './frame/open-client.js'
import { putFile } from './frame/put-file.js'
import { runProgram } from './frame/run-program.js'

const NAME = 'sum-adds'
const DESCRIPTION = 'Use when a test of the sum is red'
const PROMPT = 'The tests are red. Find out why with `node --test`, fix the code and commit it.'
const CONFIG = '.config/reflectory/reflection.yaml'

/** Answers the analysis, then the steps of the session that writes the skill. */
const ANALYST = `#!/bin/sh
asked=$(cat)
case "$asked" in
  *"Steps left: 5"*) echo '{"tool":"add_skill","arguments":{"name":"${NAME}","description":"${DESCRIPTION}","body":"The function sum adds its arguments. Look at its operator first."},"answer":null}' ;;
  *"Steps left"*) echo '{"tool":null,"arguments":null,"answer":"done"}' ;;
  *skill_regressed*) echo 'Its readers fail. No skill would help.' ;;
  *recurring_failure*) printf 'One test fails again and again.\\n\\nSKILL_ACTION: add a skill ${NAME} that says what sum does.\\n' ;;
  *) echo 'Nothing to change.' ;;
esac
`

const RUN_TESTS: ModelReply = { text: 'I run the tests.', command: 'node --test' }
const FIX: ModelReply = {
  text: 'The operator is wrong.',
  command: `printf '%s\\n' 'export const sum = (a, b) => a + b' > sum.mjs`,
}
const BREAK: ModelReply = {
  text: 'I change the operator.',
  command: `printf '%s\\n' 'export const sum = (a, b) => a * b' > sum.mjs`,
}
const COMMIT: ModelReply = { text: 'I commit it.', command: "git commit -qam 'Make sum add'" }
const FIXED: ModelReply = { text: 'I fixed `sum` and committed it. All tests pass.' }
const LOST: ModelReply = { text: 'I could not do it: the test is red.' }
const READ: ModelReply = { text: 'I read it.', call: { name: 'Skill', args: { skill: NAME } } }

/** Knows how to fix it when it is told of the skill, and gives up when it is not. */
function replyInTrial({ messages }: ModelRequest): ModelReply {
  const isTold = messages.some(({ text }) => text.includes(DESCRIPTION))
  if (!isTold) return LOST
  const done = messages.filter(({ role }) => role === 'tool').length
  return [READ, RUN_TESTS, FIX, RUN_TESTS][done] ?? FIXED
}

interface Story extends OpenedClient {
  /** A session of the client that begins with what is committed. */
  session(prompt: string, replies: readonly ModelReply[]): Promise<ClientRun>
  /** The same at a commit that has broken the sum again: it finds the test red. */
  redSession(replies: readonly ModelReply[]): Promise<ClientRun>
  /** A command, killed again and again until it comes through; what it said then. */
  throughKills(args: readonly string[], stride?: number): Promise<string>
  /** In the life of the skill; a command that was killed and said again may take one twice. */
  steps(): Promise<string[]>
}

async function openStory(program: string): Promise<Story> {
  const opened = await openClient(claudeCode, program)
  const { home, root } = opened
  putFile(home, 'analyst', ANALYST)
  chmodSync(path.join(home, 'analyst'), 0o755)
  const mark = `This is a trial in ${opened.base}.`
  const runner = [program, '-p', '--permission-mode', 'bypassPermissions']
  runner.push('--append-system-prompt', mark)
  putFile(
    home,
    CONFIG,
    `allowAgents: true
lessons: { holdout: 0 }
models:
  backends:
    analyst: { adapter: command, command: [${JSON.stringify(path.join(home, 'analyst'))}] }
  roles: { reflection: [analyst], sub_sessions: [analyst] }
cycle:
  runners:
    client: { command: ${JSON.stringify(runner)} }
`,
  )
  opened.reflect('install', claudeCode.agent, '--yes', '--mode', 'solo')
  putFile(root, 'sum.mjs', 'export const sum = (a, b) => a + b\n')
  opened.commit('Add sum')

  const readClients = async () =>
    readProcessTable(process.platform).filter(({ words }) => words.includes(mark))
  // What a dead process held is free after some seconds: the clock of ours goes on instead.
  let aheadMs = 0
  const worldOf = (dieAt: number): NodeJS.ProcessEnv => ({
    NODE_OPTIONS: [
      opened.env['NODE_OPTIONS'],
      ...['later.cjs', 'die.cjs'].map((name) => `--require ${path.resolve('test/support', name)}`),
    ].join(' '),
    TEST_HOURS_AHEAD: String(aheadMs / 3_600_000),
    TEST_DIE_AT: String(dieAt),
  })
  const session: Story['session'] = async (prompt, replies) => {
    execFileSync('git', ['checkout', '--quiet', '.'], { cwd: root, env: opened.env })
    const run = await opened.run(prompt, replies, worldOf(0))
    expect(failureOf(run)).toBeNull()
    return run
  }
  return {
    ...opened,
    session,
    redSession(replies) {
      putFile(root, 'sum.mjs', 'export const sum = (a, b) => a - b\n')
      opened.commit('Change sum')
      return session(PROMPT, replies)
    },
    async throughKills(args, stride = 1) {
      for (let dieAt = 1; ; dieAt += stride) {
        const env = { ...opened.env, ...worldOf(dieAt) }
        const ran = await runProgram(process.execPath, [BIN, ...args], { cwd: root, env })
        if (ran.code === 0 && dieAt > 1) return ran.stdout + ran.stderr
        if (ran.code !== null) throw new Error(`${args.join(' ')}: ${ran.stdout}${ran.stderr}`)
        aheadMs += 20_000
        // A command that needs a person is refused while an agent that it left behind is at work.
        await eventually('its client ends', readClients, (left) => left.length === 0)
      }
    },
    steps: () => readSteps(opened.stateDir()!),
  }
}

async function readSteps(stateDir: string): Promise<string[]> {
  const store = await openSqliteStore(path.join(stateDir, 'reflectory.db'))
  try {
    const steps: SkillState[] = await store.list('skill_state', { subject: NAME, order: 'oldest' })
    const told = steps.map(({ state, by }) => `${state} by ${by}`)
    return told.filter((step, index) => step !== told[index - 1])
  } finally {
    await store.close()
  }
}

/** In everything that the client's first question hands to its model. */
const timesListed = ({ requests }: ClientRun): number =>
  requests[0]!.whole.split(DESCRIPTION).length - 1

describe(`${claudeCode.title} ${claudeCode.version}, growth`, () => {
  it('a failure that comes back becomes a skill, is proven, helps, harms and is gone', async (context) => {
    const installed = await installClient(claudeCode)
    if ('missing' in installed) return context.skip(installed.missing)
    const story = await openStory(installed.program)
    const { root, throughKills } = story
    const copy = path.join(root, '.claude/skills', NAME, 'SKILL.md')
    const status = () =>
      execFileSync('git', ['status', '--porcelain'], {
        cwd: root,
        env: story.env,
        encoding: 'utf8',
      })

    for (let n = 1; n <= 3; n += 1) {
      expect(timesListed(await story.redSession([RUN_TESTS, FIX, RUN_TESTS, COMMIT, FIXED]))).toBe(
        0,
      )
    }
    await throughKills(['cycle', 'run'])
    expect(story.reflect('cycle', 'findings')).toMatch(/recurring_failure.* was red in 3 sessions/)
    expect(story.reflect('skills', 'proposals')).toContain(DESCRIPTION)
    expect(await story.steps()).toEqual(['proposed by analysis'])
    expect(existsSync(copy)).toBe(false)

    story.begin(replyInTrial)
    const tried = await throughKills(['skills', 'trial', NAME, '--runs', '2', '--yes'], 6)
    expect(tried).toContain('kept: 100 % with it, 0 % without')
    const projects = readdirSync(path.dirname(story.stateDir()!))
    expect(projects.filter((name) => /^[0-9a-f]{16}$/.test(name))).toHaveLength(1)
    await throughKills(['skills', 'approve', NAME, '--yes'])
    expect(existsSync(copy)).toBe(true)
    await throughKills(['skills', 'uninstall', NAME, '--yes'])
    expect(existsSync(copy)).toBe(false)
    await throughKills(['skills', 'install', NAME, '--yes'])
    expect(existsSync(copy)).toBe(true)

    const helped = await story.redSession([READ, RUN_TESTS, FIX, RUN_TESTS, COMMIT, FIXED])
    expect(timesListed(helped)).toBe(1)
    expect(status()).toBe('')
    for (let n = 1; n <= 3; n += 1) {
      expect(
        timesListed(await story.session('Make sum faster.', [READ, BREAK, RUN_TESTS, LOST])),
      ).toBe(1)
    }
    await throughKills(['cycle', 'run'])
    expect(story.reflect('cycle', 'findings', '--all')).toMatch(
      /skill_regressed.* since its change 3 of 4 sessions that read it failed, before it 0 of 3/,
    )
    expect(existsSync(copy)).toBe(false)
    expect(timesListed(await story.redSession([RUN_TESTS, FIX, RUN_TESTS, COMMIT, FIXED]))).toBe(0)
    expect(status()).toBe('')
    const { outcomes } = JSON.parse(story.reflect('outcomes', '--json')) as {
      outcomes: SessionOutcome[]
    }
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'completed'),
      ...Array.from({ length: 3 }, () => 'failed'),
    ])
    // It says that no person sits there.
    expect(new Set(outcomes.map(({ interactive }) => interactive))).toEqual(new Set([false]))
    expect(await story.steps()).toEqual([
      'proposed by analysis',
      'trial by person',
      'proposed by trial',
      'active by person',
      'retired by finding',
    ])
  }, 300_000)
})
