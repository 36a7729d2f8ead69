/**
 * Runs checks as processes of this machine: each in a group of its own, with a short environment,
 * bounded in time and output, recorded before it begins. What it finds wrong is a result of the run.
 */
import type { CheckRequest, CheckRunner } from '../checks.js'
import type { CheckFailure, CheckRun } from '../schema/check-run.js'
import type { Check } from '../schema/check.js'
import { clipSafely } from '../safety/clip-safely.js'
import { checkLine } from '../util/command-line.js'
import { withFileLock } from '../util/file-lock.js'
import { processStart } from '../util/process-start.js'
import { checkEnv } from './check-env.js'
import { signalGroup, startHeld } from './start-held.js'
import type { HeldEnd } from './start-held.js'
import { treeFingerprint } from './tree-fingerprint.js'

/** What an output says of a run. */
interface ReadOutput {
  failure: CheckFailure | null
  /** False when it says that nothing was checked: no such script, no such program, no test. */
  started: boolean
}

export interface ProcessRunnerDeps {
  env: Readonly<Record<string, string | undefined>>
  /** The lock file of a working tree: one run at a time in each. */
  lockFile(worktree: string): string
  read(output: string, exitCode: number | null, command: string): ReadOutput
  now(): Date
  nextId(): string
}

const MAX_OUTPUT_BYTES = 256 * 1024
const KEPT_CHARS = 4000

export function createProcessRunner(deps: ProcessRunnerDeps): CheckRunner {
  return {
    run: async (request) => {
      const { patienceMs, signal, check } = request
      const lock = deps.lockFile(request.worktree)
      const staleMs = 2 * check.timeoutMs + 60_000
      const options = { patienceMs, staleMs, signal, now: () => deps.now().getTime() }
      const locked = await withFileLock(lock, options, () => runLocked(request, deps))
      return locked.held ? locked.value : null
    },
    end: ({ pid, processStartedAt }) => {
      if (pid === null || processStartedAt === null) return false
      if (processStart(pid) !== processStartedAt) return false
      signalGroup(pid, 'SIGKILL')
      return true
    },
    isAttended: ({ runner }) =>
      runner.startedAt !== null && processStart(runner.pid) === runner.startedAt,
    fingerprint: (worktree, timeoutMs) => treeFingerprint(worktree, deps.env, { timeoutMs }),
  }
}

async function runLocked(request: CheckRequest, deps: ProcessRunnerDeps): Promise<CheckRun> {
  const { worktree, check } = request
  const treeBefore = (await treeFingerprint(worktree, deps.env)) ?? ''
  const startedAt = deps.now()
  const run: CheckRun = {
    id: deps.nextId(),
    checkId: check.id,
    name: check.name,
    command: checkLine(check),
    sessionId: request.sessionId,
    turn: request.turn,
    worktree,
    trigger: request.trigger,
    state: 'running',
    result: null,
    treeBefore,
    treeAfter: null,
    pid: null,
    processStartedAt: null,
    runner: { pid: process.pid, startedAt: processStart(process.pid) },
    exitCode: null,
    tries: 0,
    durationMs: null,
    failure: null,
    output: '',
    startedAt: startedAt.toISOString(),
    endedAt: null,
  }
  const untilMs = startedAt.getTime() + request.budgetMs
  const first = await tryOnce(run, untilMs, request, deps)
  const isRed = first.run.state === 'running' && first.code !== 0 && first.read.started
  const last = isRed ? await tryOnce(first.run, untilMs, request, deps) : first
  const treeAfter = (await treeFingerprint(worktree, deps.env)) ?? ''
  const ended = { ...last.run, treeAfter, endedAt: deps.now().toISOString() }
  if (ended.state !== 'running') return ended
  if (treeAfter !== treeBefore) return { ...ended, state: 'discarded' }
  return { ...ended, state: 'finished', result: resultOf(first, last, request) }
}

interface Tried {
  run: CheckRun
  code: number | null
  read: ReadOutput
}

function resultOf(first: Tried, last: Tried, { wasRedWith }: CheckRequest): CheckRun['result'] {
  if (!first.read.started || !last.read.started) return 'unrunnable'
  if (first.code === 0) return 'passed'
  if (last.code === 0) return 'flaky'
  return wasRedWith(last.run.failure) ? 'preexisting' : 'new_failure'
}

/** One run of the command; `cancelled` when the time or the signal ended it. */
async function tryOnce(
  run: CheckRun,
  untilMs: number,
  { check, worktree, signal, onStarted }: CheckRequest,
  deps: ProcessRunnerDeps,
): Promise<Tried> {
  const leftMs = untilMs - deps.now().getTime()
  const unread = { failure: run.failure, started: true }
  if (signal.aborted || leftMs <= 0) return { run: cancelled(run, null), code: null, read: unread }
  const held = startHeld({
    command: check.shell ? ['/bin/sh', '-c', check.command.join(' ')] : check.command,
    cwd: worktree,
    env: checkEnv(check, deps.env),
    maxOutputBytes: MAX_OUTPUT_BYTES,
  })
  const started = {
    ...run,
    pid: held.pid,
    processStartedAt: held.startedAt,
    tries: run.tries + 1,
  }
  let mayBegin = false
  try {
    mayBegin = await onStarted(started)
  } finally {
    // What can't be recorded is not run: it could not be ended later.
    if (!mayBegin) held.end()
  }
  if (!mayBegin) return { run: cancelled(run, null), code: null, read: unread }
  const from = deps.now().getTime()
  held.release()
  const limitMs = Math.min(leftMs, check.timeoutMs)
  const { end, stopped } = await waitFor(held, limitMs, signal)
  const durationMs = Math.max(run.durationMs ?? 0, deps.now().getTime() - from)
  const output = end.end === 'exited' ? end.output : end.message
  const told = {
    ...started,
    output: clipSafely(output.slice(-4 * KEPT_CHARS), 4 * KEPT_CHARS).slice(-KEPT_CHARS),
  }
  if (stopped === 'aborted') return { run: cancelled(told, null), code: null, read: unread }
  if (stopped === 'late' && check.timeoutMs > leftMs)
    return { run: cancelled(told, durationMs), code: null, read: unread }
  const code = end.end === 'exited' ? end.code : null
  const read = stopped === 'late' ? lateAfter(check) : readEnd(end, run.command, deps)
  const failure = code === 0 && read.started ? run.failure : read.failure
  return { run: { ...told, durationMs, exitCode: code, failure }, code, read }
}

const cancelled = (run: CheckRun, durationMs: number | null): CheckRun => ({
  ...run,
  state: 'cancelled',
  durationMs,
})

async function waitFor(
  held: ReturnType<typeof startHeld>,
  limitMs: number,
  signal: AbortSignal,
): Promise<{ end: HeldEnd; stopped: 'late' | 'aborted' | null }> {
  let stopped: 'late' | 'aborted' | null = null
  const stop = (why: 'late' | 'aborted'): void => {
    stopped ??= why
    held.end()
  }
  const timer = setTimeout(() => stop('late'), limitMs)
  const onAbort = (): void => stop('aborted')
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const end = await held.ended
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
  return { end, stopped }
}

/** By convention of shells: the command can't be run, or is not there. */
const NOT_RUN: ReadonlySet<number | null> = new Set([126, 127])

function readEnd(end: HeldEnd, command: string, { read }: ProcessRunnerDeps): ReadOutput {
  if (end.end === 'not_started')
    return { failure: { tests: [], error: clipSafely(end.message, 200) }, started: false }
  const { failure, started } = read(end.output, end.code, command)
  return { failure, started: started && !NOT_RUN.has(end.code) }
}

const lateAfter = ({ timeoutMs }: Check): ReadOutput => ({
  failure: { tests: [], error: `no end after ${Math.round(timeoutMs / 1000)} s` },
  started: false,
})
