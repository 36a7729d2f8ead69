/**
 * Where a scene plays: a throw-away home and a throw-away repository. What happens on it is real:
 * the hook is started as an agent would start it, git is git, and the store is a file.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ReflectError } from '../src/schema/error.js'
import type { Store } from '../src/store.js'
import { findExecutable } from '../src/util/find-executable.js'
import { openHost } from '../src/wiring/open-host.js'
import type { Host } from '../src/wiring/open-host.js'
import { openStore, openWorkspace } from '../src/wiring/workspace.js'
import type { Workspace } from '../src/wiring/workspace.js'

export interface Stage {
  /** The sample project's folder. */
  root: string
  home: string
  env: NodeJS.ProcessEnv
  /** Prints a line of the story. */
  say(text: string): void
  /** Prints something that was really read or answered, set off from the story. */
  show(text: string): void
  /** Adds to the stage's own user settings. */
  configure(settings: Settings): void
  /** A server runs on this stage and does what waits of the cycle. */
  isServed: boolean
  write(file: string, text: string): void
  read(file: string): string
  git(...args: string[]): void
  /** The store of the sample project, as the hook writes it. */
  openStore(): Promise<Store>
  /** The recurring work of the sample project. */
  onHost<T>(work: (opened: OpenedHost) => Promise<T>): Promise<T>
  /** Starts the real hook with a payload on standard input; returns what it printed. */
  hook(agent: string, event: string, payload: object): string
}

export interface OpenedHost {
  host: Host
  workspace: Workspace
}

export interface StageOptions {
  say(text: string): void
  isServed: boolean
}

export function openStage({ say, isServed }: StageOptions): Stage & { close(): void } {
  if (findExecutable('git', process.env, tmpdir()) === null) {
    throw new ReflectError(
      'not-found',
      'The demo plays in a git repository, and git was not found',
      {
        remedy: 'Install git, or put it on the PATH.',
      },
    )
  }
  const base = mkdtempSync(path.join(tmpdir(), 'reflect-demo-'))
  const [root, home] = [path.join(base, 'shop'), path.join(base, 'home')]
  mkdirSync(root)
  mkdirSync(home)
  const env = stageEnvironment(home)
  const git = (...args: string[]) =>
    void execFileSync('git', args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const inRoot = (file: string) => path.join(root, file)
  git('init', '--quiet', '--initial-branch=main')
  const place = { cwd: root, env, home, platform: process.platform }
  return {
    root,
    home,
    env,
    say,
    show: (text) => say(text.replaceAll(/^/gm, '    ')),
    configure: openSettings(home),
    isServed,
    write(file, text) {
      mkdirSync(path.dirname(inRoot(file)), { recursive: true })
      writeFileSync(inRoot(file), text)
    },
    read: (file) => readFileSync(inRoot(file), 'utf8'),
    git,
    openStore: async () => openStore(await openWorkspace({ ...place, now: now() }), PATIENCE),
    async onHost(work) {
      const workspace = await openWorkspace({ ...place, now: now() })
      const store = await openStore(workspace, PATIENCE)
      const ended = new AbortController()
      try {
        const host = openHost({ ...place, workspace, store, now, signal: ended.signal })
        return await work({ host, workspace })
      } finally {
        ended.abort()
        await store.close()
      }
    },
    hook: (agent, event, payload) => startHook(agent, event, payload, root, env),
    close: () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** JSON is YAML, so settings are kept as they are and written whole. */
function openSettings(home: string): Stage['configure'] {
  const folder = path.join(home, '.config', 'reflectory')
  let all: Settings = {}
  return (settings) => {
    all = merge(all, settings)
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'reflection.yaml'), `${JSON.stringify(all, null, 2)}\n`)
  }
}

type Settings = Readonly<Record<string, unknown>>

function merge(one: Settings, two: Settings): Settings {
  const merged = Object.entries(two).map(([key, value]) => {
    const known = one[key]
    return [key, isMap(known) && isMap(value) ? merge(known, value) : value]
  })
  return { ...one, ...Object.fromEntries(merged) }
}

const isMap = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Nothing of the user's own settings reaches the stage, and nothing of the stage reaches them. */
function stageEnvironment(home: string): NodeJS.ProcessEnv {
  const { PATH } = process.env
  return {
    PATH,
    HOME: home,
    REFLECTION_MODE: 'solo',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Demo',
    GIT_AUTHOR_EMAIL: 'demo@example.invalid',
    GIT_COMMITTER_NAME: 'Demo',
    GIT_COMMITTER_EMAIL: 'demo@example.invalid',
  }
}

const now = (): Date => new Date()

const PATIENCE = { busyTimeoutMs: 5000, drainRows: 10_000 }

/** The program beside which the demo is built. */
export const BIN = fileURLToPath(new URL('../cli/bin.cjs', import.meta.url))
const HOOK = fileURLToPath(new URL('../hook/hook.cjs', import.meta.url))

function startHook(
  agent: string,
  event: string,
  payload: object,
  cwd: string,
  env: NodeJS.ProcessEnv,
): string {
  const input = JSON.stringify({ cwd, ...payload })
  const done = spawnSync(process.execPath, [HOOK, agent, event], {
    cwd,
    env,
    input,
    encoding: 'utf8',
  })
  if (done.status === 0) return done.stdout.trim()
  throw new ReflectError('internal', `The hook ended with ${done.status ?? done.signal}`, {
    cause: done.error ?? done.stderr,
  })
}
