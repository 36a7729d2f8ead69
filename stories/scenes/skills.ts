import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { doJob } from '../../src/host/skills/skill-jobs.js'
import { describeResult } from '../../src/host/trial/describe-result.js'
import { checkEpisodes, findCandidate } from '../../src/host/trial/plan-trial.js'
import { continueTrial, startTrial } from '../../src/host/trial/run-trial.js'
import type { Host } from '../../src/wiring/open-host.js'
import type { Scene } from '../scene.js'
import { scriptAgent, stopAgent } from '../scripted-agent.js'
import type { Stage } from '../stage.js'

const NAME = 'tax-in-cents'
const COPY = `.claude/skills/${NAME}`
const FILE = 'src/tax.mjs'
const CHECK = ['--test', 'test/tax.test.mjs']
const RIGHT = 'export const tax = (cents) => Math.round(cents * 0.2)\n'

const TEST = `import assert from 'node:assert'
import { test } from 'node:test'
import { tax } from '../src/tax.mjs'

test('tax is whole cents', () => assert.equal(tax(999), 200))
`
const TEXT = `---
name: ${NAME}
description: Use when an amount of money has a fraction of a cent
---

Amounts are whole cents: round where they are computed.
`

/** Fixes it when it has the skill, and does nothing when it has not. */
const RUNNER = `import { existsSync, writeFileSync } from 'node:fs'
if (existsSync('${COPY}/SKILL.md')) writeFileSync('${FILE}', ${JSON.stringify(RIGHT)})
`

export const scene: Scene = {
  name: 'skills',
  title: 'A skill has to prove itself before it is trusted',
  isThroughHook: true,
  prepare(stage) {
    stage.write('runner.mjs', RUNNER)
    const command = [process.execPath, path.join(stage.root, 'runner.mjs')]
    stage.configure({ cycle: { runners: { prover: { command } } } })
  },
  async play(stage) {
    stage.say('In three sessions the same test was red, and each time a commit fixed it:')
    stage.write('test/tax.test.mjs', TEST)
    for (let n = 1; n <= 3; n += 1) stage.show(fixTax(stage, n))

    stage.say('You write a skill about it:')
    stage.show(TEXT.trimEnd())
    const tried = await stage.onHost(({ host }) => tryIt(host))
    stage.say('Its trial replays the three, each in a fresh clone, with the skill and without it:')
    stage.show(tried.lines.join('\n'))
    stage.show(tried.result)

    stage.say('You agree, and it is put where the agents look for skills; git shows nothing:')
    await stage.onHost(({ host }) =>
      doJob({ do: 'install', skill: NAME, scope: 'project', by: 'person' }, host),
    )
    stage.show(`${COPY}: ${readdirSync(path.join(stage.root, COPY)).join(', ')}`)
    stage.show(`git status: ${isUnseen(stage) ? 'clean' : 'Unexpected: not clean'}`)
    // On the page it stays to be looked at.
    if (stage.isServed) return

    stage.say('Retired, it is taken away again:')
    const job = { id: NAME, by: 'person', reason: 'the demo ends', findingId: null } as const
    await stage.onHost(({ host }) => doJob({ do: 'retire', skill: NAME, ...job }, host))
    const isLeft = existsSync(path.join(stage.root, COPY))
    stage.show(isLeft ? `Unexpected: ${COPY} is there` : `${COPY} is gone`)
  },
}

/** A session that finds the test red, fixes the code and has it committed. The test really runs. */
function fixTax(stage: Stage, n: number): string {
  const session = `demo-tax-${n}`
  const agent = scriptAgent(stage, session)
  const prompt = 'The test of the tax is red. Fix the code.'
  stage.write(FILE, `export const tax = (cents) => cents * 0.2 // change ${n}\n`)
  commit(stage, 'Change the tax')
  agent.human(prompt)
  stage.hook('claude-code', 'UserPromptSubmit', {
    session_id: session,
    prompt,
    transcript_path: agent.transcript,
  })
  const runs = [runCheck(stage)]
  agent.run(`node ${CHECK.join(' ')}`, runs[0]!.code, runs[0]!.output)
  agent.edit(FILE, RIGHT)
  runs.push(runCheck(stage))
  agent.run(`node ${CHECK.join(' ')}`, runs[1]!.code, runs[1]!.output)
  stopAgent(stage, agent, session, 'The tax is whole cents now, and its test passes.')
  stage.hook('claude-code', 'SessionEnd', { session_id: session, reason: 'prompt_input_exit' })
  commit(stage, 'Round the tax')
  return `session ${n}: ${runs.map(({ code }) => (code === 0 ? 'green' : 'red')).join(', then ')}`
}

function commit(stage: Stage, message: string): void {
  stage.git('add', FILE, 'test/tax.test.mjs')
  stage.git('commit', '--quiet', '-m', message)
}

function runCheck({ root, env }: Stage): { code: number; output: string } {
  const ran = spawnSync(process.execPath, CHECK, { cwd: root, env, encoding: 'utf8' })
  return { code: ran.status ?? 1, output: ran.stdout }
}

/** The parts of `reflect skills trial`, which asks for a person: an agent may play the demo. */
async function tryIt(host: Host): Promise<{ lines: string[]; result: string }> {
  const folder = path.join(host.skills.dir, NAME)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'SKILL.md'), TEXT)
  const candidate = await findCandidate(NAME, host)
  const terms = {
    runner: 'prover',
    runsPerArm: 2,
    timeoutMs: 60_000,
    setup: null,
    episodes: [],
    isOffline: false,
    isRunnerOffline: false,
  }
  const { replays } = await checkEpisodes(terms, host, () => undefined)
  const begun = await startTrial({ candidate, terms, replays }, host)
  const targets = await host.targets.list('project')
  const done = await continueTrial(
    begun,
    {
      candidate,
      terms,
      replays,
      runnerIn: (dir) => host.runnerIn(terms.runner, dir, []),
      folders: targets.map(({ folder }) => path.relative(host.root, folder)),
      onRun: () => undefined,
    },
    host,
  )
  const passed = (arm: 'with' | 'without') => {
    const runs = done.runs.filter((run) => run.arm === arm)
    const green = runs.filter(({ outcome }) => outcome === 'passed').length
    return `${arm} the skill: ${green} of ${runs.length} runs made it green`
  }
  const result = done.result === null ? 'Unexpected: no result' : describeResult(done.result)
  return { lines: [passed('without'), passed('with')], result }
}

const isUnseen = ({ root, env }: Stage): boolean =>
  spawnSync('git', ['status', '--porcelain', '--', COPY], { cwd: root, env, encoding: 'utf8' })
    .stdout === ''
