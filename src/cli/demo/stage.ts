/**
 * Where a scene plays: a throw-away home and a throw-away repository. What happens on it is real:
 * the hook is started as an agent would start it, git is git, and the store is a file.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ReflectError } from '../../schema/error.js'
import { findExecutable } from '../../util/find-executable.js'

export interface Stage {
  /** The sample project's folder. */
  root: string
  home: string
  env: NodeJS.ProcessEnv
  /** Prints a line of the story. */
  say(text: string): void
  /** Prints something that was really read or answered, set off from the story. */
  show(text: string): void
  write(file: string, text: string): void
  read(file: string): string
  git(...args: string[]): void
  /** Starts the real hook with a payload on standard input; returns what it printed. */
  hook(agent: string, event: string, payload: object): string
}

export function openStage(say: (text: string) => void): Stage & { close(): void } {
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
  const close = removeAtEnd(base)
  git('init', '--quiet', '--initial-branch=main')
  return {
    root,
    home,
    env,
    say,
    show: (text) => say(text.replaceAll(/^/gm, '    ')),
    write(file, text) {
      mkdirSync(path.dirname(inRoot(file)), { recursive: true })
      writeFileSync(inRoot(file), text)
    },
    read: (file) => readFileSync(inRoot(file), 'utf8'),
    git,
    hook: (agent, event, payload) => startHook(agent, event, payload, root, env),
    close,
  }
}

/** Removes the stage when it is closed, and also when somebody stops the play. */
function removeAtEnd(base: string): () => void {
  const remove = () => rmSync(base, { recursive: true, force: true })
  const leave = (_signal: NodeJS.Signals, number: number) => {
    remove()
    process.exit(128 + number)
  }
  process.on('SIGINT', leave)
  process.on('SIGTERM', leave)
  return () => {
    process.off('SIGINT', leave)
    process.off('SIGTERM', leave)
    remove()
  }
}

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

const HOOK = fileURLToPath(new URL('../../hook/hook.cjs', import.meta.url))

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
