import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { findExecutable } from './find-executable.js'

/** Why a call gave no (or not the whole) answer. */
export type GitFailure =
  | 'missing'
  | 'not-a-repository'
  | 'not-owned'
  | 'failed'
  | 'timeout'
  | 'aborted'
  | 'too-large'

export type GitResult =
  | { ok: true; stdout: Buffer }
  /** `stdout` is what arrived before the failure; for `too-large` its first `maxBytes`. */
  | { ok: false; failure: GitFailure; stdout: Buffer; stderr: string }

export interface GitOptions {
  cwd: string
  env?: NodeJS.ProcessEnv
  signal?: AbortSignal | undefined
  /** @default 5000 */
  timeoutMs?: number
  /** @default 16 MiB */
  maxBytes?: number
  /** Filters of the configuration that must not run; see `readGitConfig`. */
  disabledFilters?: readonly string[]
}

const DEFAULT_TIMEOUT_MS = 5000
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024
const MAX_STDERR_BYTES = 16 * 1024

/**
 * Runs one reading git command in a repository that may be hostile: no shell, no hook, no monitor,
 * no pager, no network, no prompt, bounded in time and output. Content filters run unless they are
 * named in `disabledFilters`; `diff` commands need `--no-ext-diff --no-textconv` of their own.
 */
export function runGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const env = options.env ?? process.env
  const program = findExecutable('git', env, options.cwd)
  if (program === null) return Promise.resolve(failed('missing'))
  if (options.signal?.aborted) return Promise.resolve(failed('aborted'))
  if (options.disabledFilters?.some(isUndecodable)) {
    return Promise.resolve(failed('failed', NOTHING, Buffer.from(UNNAMEABLE_FILTER)))
  }

  try {
    return answerOf(start(program, args, { ...options, env }), options)
  } catch (error) {
    // Some faults are thrown, others emitted: thrown are too long arguments and a file as folder.
    return Promise.resolve(failed(spawnFailure(error)))
  }
}

/** A git whose two outputs are read. */
type GitProcess = ChildProcessByStdio<null, Readable, Readable>

function start(
  program: string,
  args: readonly string[],
  { cwd, env, disabledFilters = [] }: GitOptions & { env: NodeJS.ProcessEnv },
): GitProcess {
  const child = spawn(program, [...safeguards(disabledFilters), ...args], {
    cwd,
    env: gitEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what git started ends with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  endWithUs(child)
  return child
}

const running = new Set<ChildProcess>()

/** A process that has its answer elsewhere, or needs none, leaves no git behind that hangs. */
function endWithUs(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', endAll)
  running.add(child)
  const forget = (): void => {
    running.delete(child)
    if (running.size === 0) process.off('exit', endAll)
  }
  child.once('exit', forget).once('error', forget)
}

const endAll = (): void => running.forEach(killGroup)

function answerOf(child: GitProcess, options: GitOptions): Promise<GitResult> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, signal } = options
  return new Promise((resolve) => {
    const stdout = keepStart(child.stdout, maxBytes, () => stop('too-large'))
    const stderr = keepStart(child.stderr, MAX_STDERR_BYTES)
    const timer = setTimeout(() => stop('timeout'), timeoutMs)
    const onAbort = (): void => stop('aborted')
    signal?.addEventListener('abort', onAbort, { once: true })

    function settle(ending: Ending): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      if (ending === null) return resolve({ ok: true, stdout: stdout() })
      const failure = ending === 'nonzero-exit' ? classify(stderr()) : ending
      resolve(failed(failure, stdout(), stderr()))
    }
    // Answers at once: a grandchild may live on for a while.
    function stop(failure: GitFailure): void {
      settle(failure)
      killGroup(child)
      child.stdout.destroy()
      child.stderr.destroy()
    }

    child.on('error', (error) => settle(spawnFailure(error)))
    // A grandchild that lives on would hold the pipes open.
    child.on('exit', () => killGroup(child))
    child.on('close', (code) => settle(code === 0 ? null : 'nonzero-exit'))
  })
}

/** How a git ended: well, for a reason that is known, or for one that its stderr tells. */
type Ending = GitFailure | 'nonzero-exit' | null

/** Reads a stream to its end and keeps its first bytes. */
function keepStart(stream: Readable, maxBytes: number, onMore?: () => void): () => Buffer {
  const chunks: Buffer[] = []
  let room = maxBytes
  stream.on('error', () => undefined)
  stream.on('data', (chunk: Buffer) => {
    if (room > 0) chunks.push(chunk.subarray(0, room))
    room -= chunk.length
    if (room < 0) onMore?.()
  })
  return () => Buffer.concat(chunks)
}

// The program was found before, so what is not there is the folder.
function spawnFailure(error: unknown): GitFailure {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'not-a-repository' : 'failed'
}

function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

// Arguments are text, so a filter named in other bytes can't be switched off: nothing runs then.
const UNNAMEABLE_FILTER = 'the configuration names a content filter in bytes that are not UTF-8'
const isUndecodable = (name: string): boolean => name.includes('\uFFFD')

const FIXED_SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // A fork of git asks the program named here which files exist.
  'core.virtualFilesystem=',
]

function safeguards(disabledFilters: readonly string[]): string[] {
  return [
    '--no-pager',
    '--literal-pathspecs',
    ...FIXED_SETTINGS.flatMap((setting) => ['-c', setting]),
    ...disabledFilters.flatMap(disableFilter),
  ]
}

// An empty command is no filter, and an empty `required` is false. A name with `=` would be cut at
// the wrong place by `-c`; `--config-env` cuts at the last one, and a git without it fails instead.
function disableFilter(name: string): string[] {
  const keys = ['clean', 'smudge', 'process', 'required'].map((key) => `filter.${name}.${key}`)
  if (name.includes('=')) return keys.map((key) => `--config-env=${key}=${EMPTY_VARIABLE}`)
  return keys.flatMap((key) => ['-c', `${key}=`])
}

const EMPTY_VARIABLE = 'GIT_EMPTY_VALUE'

// Everything else that starts with GIT_ could point git at another repository, index or program.
const KEPT_VARIABLES = new Set([
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_EXEC_PATH',
])

function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {}
  for (const name in env) {
    const upper = name.toUpperCase()
    if (!upper.startsWith('GIT_') || KEPT_VARIABLES.has(upper)) kept[name] = env[name]
  }
  return Object.assign(kept, {
    // An object missing from a partial clone would be fetched, which runs what its remote names.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    [EMPTY_VARIABLE]: '',
    LC_ALL: 'C',
  })
}

// Git ends with 128 for all of these, so its untranslated message is the only thing to go by.
function classify(stderr: Buffer): GitFailure {
  const text = stderr.toString()
  if (/not a git repository|not a gitdir/i.test(text)) return 'not-a-repository'
  if (/dubious ownership|unsafe repository/i.test(text)) return 'not-owned'
  return 'failed'
}

function failed(
  failure: GitFailure,
  stdout: Buffer = NOTHING,
  stderr: Buffer = NOTHING,
): GitResult {
  return { ok: false, failure, stdout, stderr: stderr.toString().trim() }
}

const NOTHING = Buffer.alloc(0)
