import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Episode } from '../../src/schema/episode.js'
import type { SkillChange } from '../../src/schema/skill-change.js'
import type { Trial } from '../../src/schema/trial.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { BIN, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const EPISODES = 6
const SECRET = 'answer-that-only-the-fix-has'

/**
 * An agent that fixes what it is shown when it has the skill, and looks for the fix wherever git
 * keeps things: objects, packed refs, reflogs, alternates.
 */
const AGENT = `import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
let asked = ''
for await (const chunk of process.stdin) asked += chunk
const n = /test\\/(\\d+)\\.test/.exec(asked)[1]
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const objects = git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)').trim().split('\\n')
const texts = objects.map((id) => { try { return git('cat-file', '-p', id) } catch { return '' } })
const files = (dir) => readdirSync(dir, { withFileTypes: true }).flatMap((e) => e.isDirectory() ? files(path.join(dir, e.name)) : [path.join(dir, e.name)])
const raw = files('.git').map((file) => readFileSync(file, 'latin1'))
const found = [...texts, ...raw, git('log', '--all', '--reflog', '-p')].some((text) => text.includes('${SECRET}-' + n + ';'))
const more = existsSync('.git/objects/info/alternates') || existsSync('.git/packed-refs') || git('remote').trim() !== ''
const skill = existsSync('.claude/skills/answers/SKILL.md')
appendFileSync(process.env.RUNS_LOG, JSON.stringify({ n, skill, found, more, commits: git('rev-list', '--all').trim().split('\\n').length, dirty: git('status', '--porcelain') }) + '\\n')
if (skill) writeFileSync('src/' + n + '.mjs', 'export const answer = 42\\n')
`

const SKILL = '---\nname: answers\ndescription: "Use when a test asks"\n---\n\nThe answer is 42.\n'

interface Looked {
  skill: boolean
  found: boolean
  more: boolean
  commits: number
  dirty: string
}

async function openProject(approval: string): Promise<Sandbox & { log: string }> {
  const sandbox = openSandbox()
  const log = path.join(sandbox.base, 'runs.log')
  mkdirSync(path.join(sandbox.home, '.claude'))
  const agent = sandbox.write('../agent.mjs', AGENT)
  sandbox.write(
    '../home/.config/reflectory/reflection.yaml',
    `cycle:
  skills: { approval: ${approval} }
  runners:
    agent: { command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(agent)}] }
`,
  )
  const commit = (message: string) => {
    sandbox.git('add', '-A')
    sandbox.git('commit', '--quiet', '-m', message)
  }
  for (let n = 1; n <= EPISODES; n += 1) sandbox.write(`src/${n}.mjs`, 'export const answer = 0\n')
  commit('begin')
  const episodes: Episode[] = []
  for (let n = 1; n <= EPISODES; n += 1) {
    const greenAt = new Date().toISOString()
    sandbox.write(
      `test/${n}.test.mjs`,
      `import { answer } from '../src/${n}.mjs'\nif (answer !== 42) throw new Error('no')\n`,
    )
    sandbox.write(`src/${n}.mjs`, `export const answer = 42 // ${SECRET}-${n};\n`)
    commit(`fix ${n}`)
    episodes.push(toEpisode(n, greenAt))
  }
  await sandbox.reflect(['skills'])
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  await store.add([
    ...episodes.map((record) => ({ kind: 'episode' as const, record })),
    { kind: 'episode', record: { ...episodes[0]!, id: 'undone', resolvedBy: null, state: 'open' } },
    { kind: 'skill_change', record: CHANGE },
  ])
  await store.close()
  return { ...sandbox, log }
}

const CHANGE: SkillChange = {
  id: 'c1-answers',
  skill: 'answers',
  reason: 'six sessions met it',
  before: null,
  after: SKILL,
  state: 'proposed',
  verdict: null,
  commit: null,
  proposed_at: '2026-01-01T00:00:00.000Z',
  settled_at: null,
}

const toEpisode = (n: number, at: string): Episode => ({
  id: `episode-${n}`,
  sessionId: `session-${n}`,
  key: `key-${n}`,
  check: `node test/${n}.test.mjs`,
  tests: [],
  error: null,
  redStep: 1,
  greenStep: 2,
  tried: [],
  resolvedBy: { files: [`src/${n}.mjs`], hunks: [], commands: [], commit: null },
  weakened: false,
  state: 'resolved',
  attempts: 1,
  startedAt: at,
  endedAt: at,
})

const looksOf = (log: string): Looked[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Looked)
    : []

/** The command as a process, killed as soon as it says so. */
async function runTrial(
  { root, env, log }: Sandbox & { log: string },
  killAt: string | null,
  more: readonly string[] = [],
) {
  const running = spawn(process.execPath, [BIN, ...trial, ...more], {
    cwd: root,
    env: { ...env, RUNS_LOG: log },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
    if (killAt !== null && said.includes(killAt)) running.kill('SIGKILL')
  }
  running.stdout.on('data', hear)
  running.stderr.on('data', hear)
  const code = await new Promise((resolve) => running.on('close', resolve))
  return { said, code }
}

const trial = ['skills', 'trial', 'answers', '--yes']

it('keeps a skill that turns six red checks green, killed and gone on, and no clone shows the fix', async () => {
  const project = await openProject('trial')
  const { log, root } = project
  const refused = await project.reflect(['skills', 'approve', 'answers', '--yes'])
  expect(refused.stderr).toContain('has not passed a trial')

  const setup = ['--setup', 'printf x >> "$RUNS_LOG.setup"']
  const { said } = await runTrial(project, '4/12', setup)
  expect(said).toContain('not replayable, it was never made green')
  expect(said).toContain('12 runs on 6 episodes with agent, at most 120 minutes')
  expect(said).toContain('An effect of 40 points needs')

  const again = await runTrial(project, null)
  expect(again.said).toContain('Going on with the trial')
  expect(again.said).toContain('kept: 100 % with it, 0 % without; difference +100 points')
  expect(again.said).toContain('It is active now.')
  expect(again.code).toBe(0)
  const looks = looksOf(log)
  expect(looks.length).toBeGreaterThanOrEqual(12)
  // The run that was killed is done again, and no other.
  expect(looks.length).toBeLessThanOrEqual(13)
  for (const look of looks) {
    expect(look).toMatchObject({ found: false, more: false, commits: 1, dirty: '' })
  }
  // Each of the six was seen red and green first; the trial that went on had the same setup.
  expect(readFileSync(`${log}.setup`, 'utf8').length).toBeGreaterThanOrEqual(12 + 12)
  expect(readdirSync(path.join(project.stateDir(), 'trials'))).toEqual([])
  expect(readFileSync(path.join(root, '.claude/skills/answers/SKILL.md'), 'utf8')).toBe(SKILL)
  expect(project.git('status', '--porcelain')).toBe('')
}, 120_000)

it('leaves a text that makes no difference where it waits, and says why an episode is left out', async () => {
  const project = await openProject('ask')
  const idle = project.write('../idle.mjs', 'process.stdin.resume()\n')
  project.write(
    '../home/.config/reflectory/reflection.yaml',
    `cycle:\n  runners:\n    idle: { command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(idle)}] }\n`,
  )
  const ids = ['--tasks', 'episode-1', 'episode-2']
  const { stdout } = await project.reflect([...trial, ...ids, '--json'])
  const done = JSON.parse(stdout) as Trial
  expect(done.result).toMatchObject({ verdict: 'not_enough', with: 0, without: 0 })
  const { stdout: listed } = await project.reflect(['skills', 'show', 'answers'])
  expect(listed).toBe('')
  expect((await project.reflect(['skills'])).stdout).toContain('answers  proposed')
  expect((await project.reflect([...trial, '--tasks', 'nope'])).stderr).toContain('no episode nope')
  expect((await project.reflect([...trial, '--runs', '0'])).stderr).toContain('from 1 to 20')
}, 120_000)
