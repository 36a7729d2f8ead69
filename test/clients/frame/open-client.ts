/**
 * A client in a throw-away home with a repository in it, and our package installed as a user would:
 * by `reflect install`. A script for the model comes in; a run, and all that it left behind, goes
 * out.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { runIn } from '../../support/open-cli.js'
import { readTree } from '../../support/read-tree.js'
import { BIN } from '../../support/sandbox.js'
import type { Client } from './client.js'
import type { ModelReply } from './model-script.js'
import { putFile } from './put-file.js'
import { runProgram } from './run-program.js'
import type { Ran } from './run-program.js'
import { startModel } from './start-model.js'
import type { Asked, ScriptedModel, SideAnswer } from './start-model.js'

/** One run of a client, and what it asked its model. */
export type ClientRun = Ran & Asked

export interface OpenedClient {
  base: string
  home: string
  root: string
  program: string
  /** As the client is started with. */
  env: NodeJS.ProcessEnv
  /** Begins a script of the model's, for a client that is driven by hand. */
  begin: ScriptedModel['begin']
  /** The project's folder in the state directory; null when nothing was ever written. */
  stateDir(): string | null
  /** `reflect` with these arguments; throws when it fails. */
  reflect(...args: string[]): string
  /**
   * The same as a person's own command. A process of the tests can't give those that need one: a client of
   * another test may run beside it.
   */
  asPerson(...args: string[]): Promise<string>
  /** Commits whatever lies in the project. */
  commit(message: string): void
  /** The exit code of `reflect doctor`, and what it says. */
  doctor(): [code: number | null, text: string]
  /** Where the installed hook lies. */
  hookFile(): string
  /** One turn of the client, or of one that differs a little, with a model that follows the script. */
  run(
    prompt: string,
    replies: readonly ModelReply[],
    env?: NodeJS.ProcessEnv,
    other?: { client?: Client; side?: SideAnswer },
  ): Promise<ClientRun>
  /** What the hooks wrote into their log; empty when nothing went wrong. */
  hookLog(): string
  /** Everything in the home that is not ours, with its content. */
  clientFiles(): Record<string, string>
  /** Whole milliseconds that each hook process lived, by event. */
  hookTimes(): { event: string; ms: number }[]
}

/**
 * Times every process of our hook from its birth to its end, and nothing else; of one that stays it
 * times each answer, from the line that asks to the line that is given.
 */
const TIMER = `
if ((process.argv[1] || '').endsWith('hook.cjs')) {
  const note = (event, ms) => {
    const line = JSON.stringify({ event, ms: Math.round(ms) })
    require('node:fs').appendFileSync(__dirname + '/hook-times.jsonl', line + '\\n')
  }
  if (process.argv[3] !== '--stdio') process.on('exit', () => note(process.argv[3], performance.now()))
  else {
    const asked = new Map()
    process.on('exit', () => asked.size === 0 && note('--stdio', performance.now()))
    const { parse, stringify } = JSON
    JSON.parse = (...args) => {
      const value = parse(...args)
      if (value?.type === 'event') asked.set(value.event, [value.payload?.type, performance.now()])
      return value
    }
    JSON.stringify = (value, ...rest) => {
      const begun = value?.type === 'action' ? asked.get(value.event) : undefined
      if (begun !== undefined) note(begun[0] ?? 'event', performance.now() - begun[1])
      return stringify(value, ...rest)
    }
  }
}
`

export async function openClient(
  client: Client,
  program: string,
  { homeName = 'my home', path: extraPath }: { homeName?: string; path?: string } = {},
): Promise<OpenedClient> {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), `client-${client.agent}-`)))
  // A client that was ended may still have children that write their last line.
  onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  // A space in every path that a client might put on a command line.
  const home = path.join(base, homeName)
  const root = path.join(home, 'work', 'a shop')
  mkdirSync(root, { recursive: true })
  putFile(base, 'timer.cjs', TIMER)
  const installed = program.slice(0, program.indexOf(`${path.sep}node_modules${path.sep}`))
  const env: NodeJS.ProcessEnv = {
    // Programs that a story brings along come first.
    PATH: [
      path.join(base, 'bin'),
      ...(extraPath === undefined ? [] : [extraPath]),
      ...(client.beside === undefined
        ? []
        : [path.join(installed, 'node_modules', client.beside.programs)]),
      process.env['PATH'],
    ].join(':'),
    HOME: home,
    TERM: 'dumb',
    NODE_OPTIONS: `--require ${path.join(base, 'timer.cjs')}`,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.invalid',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.invalid',
  }
  startRepository(root, env)
  // No lesson is held back as a control, or one run in ten would be another story; and whoever runs
  // the tests may be an agent.
  const config = 'mode: off\nallowAgents: true\nlessons:\n  holdout: 0\n'
  putFile(home, '.config/reflectory/reflection.yaml', config)
  const model = await startModel(client)
  const place = { home, root, modelUrl: model.url, installed }
  client.configure(place)
  return {
    base,
    home,
    root,
    program,
    env: { ...env, ...client.turn('', place).env },
    begin: model.begin,
    stateDir: () => findStateDir(home),
    reflect: (...args) => execFileSync(BIN, args, { cwd: root, env, encoding: 'utf8' }),
    async asPerson(...args) {
      const { code, out, notes } = await runIn(args, { root, home, env })
      if (code !== 0) throw new Error(`reflect ${args.join(' ')} ended with ${code}: ${notes}`)
      return out
    },
    commit(message) {
      execFileSync('git', ['add', '.'], { cwd: root, env })
      execFileSync('git', ['commit', '--quiet', '-m', message], { cwd: root, env })
    },
    doctor: () => {
      const { status, stdout } = spawnSync(BIN, ['doctor'], { cwd: root, env, encoding: 'utf8' })
      return [status, stdout]
    },
    hookFile: () => findHook(home),
    async run(prompt, replies, extra = {}, other = {}) {
      const asked = model.begin(replies, other.side)
      const turn = (other.client ?? client).turn(prompt, place)
      const world = { cwd: root, env: { ...env, ...turn.env, ...extra } }
      const isAsked = () => asked.requests.length >= replies.length
      const ran =
        client.drive === undefined
          ? await runProgram(program, turn.args, world)
          : await client.drive({ program, prompt, ...world, isAsked })
      return { ...ran, ...asked }
    },
    hookLog: () => readIfThere(path.join(findStateDir(home) ?? '', 'logs', 'hook.log')),
    clientFiles: () =>
      Object.fromEntries(Object.entries(readTree(home)).filter(([name]) => !OURS.test(name))),
    hookTimes: () => readHookTimes(path.join(base, 'hook-times.jsonl')),
  }
}

const OURS = /^\.local|^\.config(?:$|\/reflectory)/

const START = '2026-01-02T03:04:05Z'

/** A project whose test says what is asked for. */
function startRepository(root: string, env: NodeJS.ProcessEnv): void {
  putFile(root, 'README.md', '# Shop\n')
  putFile(
    root,
    'sum.test.mjs',
    `import assert from 'node:assert'
import { test } from 'node:test'
import { sum } from './sum.mjs'

test('sum adds', () => assert.equal(sum(2, 3), 5))
test('sum of nothing', () => assert.equal(sum(0, 0), 0))
`,
  )
  // The same commit in every run: clients show its id to their models.
  const dates = { GIT_AUTHOR_DATE: START, GIT_COMMITTER_DATE: START }
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, env: { ...env, ...dates } })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'start')
}

function findStateDir(home: string): string | null {
  const state = path.join(home, '.local', 'state', 'reflectory')
  if (!existsSync(state)) return null
  const name = readdirSync(state).find((entry) => /^[0-9a-f]{16}$/.test(entry))
  return name === undefined ? null : path.join(state, name)
}

function findHook(home: string): string {
  const data = path.join(home, '.local', 'share', 'reflectory')
  const version = readdirSync(data).find((name) => /^\d/.test(name))
  return path.join(data, version ?? 'none', 'hook.cjs')
}

const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const readHookTimes = (file: string): { event: string; ms: number }[] =>
  readIfThere(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { event: string; ms: number })
