import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { HeadAndTail } from './head-and-tail.js'

export interface BoundedRun {
  command: readonly [string, ...string[]]
  /** What the child reads from standard input. */
  input: string
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  maxOutputBytes: number
  /**
   * What becomes of a child that says more: it is ended, or the middle of what it said is dropped.
   * @default 'end'
   */
  overflow?: 'end' | 'cut'
  signal: AbortSignal
  /** Told the child's process id, which is its group's too. */
  onStart?(pid: number): void
  /**
   * Between asking the child to end and ending it.
   * @default 500
   */
  graceMs?: number
}

export type RunEnd =
  | { end: 'exited'; code: number; output: string; outputBytes: number; errorTail: string }
  | { end: 'killed'; why: 'aborted' | 'too_large'; output: string; errorTail: string }
  | { end: 'not_started'; message: string }

/** More than is ever shown: code that cuts it has to see what the cut goes through. */
const ERROR_TAIL_BYTES = 8000

/**
 * Runs a program once, without a shell. It has a process group of its own, and when it has ended,
 * said too much or was given up, no process of that group is left.
 */
export function runBounded(run: BoundedRun): Promise<RunEnd> {
  return new Promise((resolve) => {
    const [program, ...args] = run.command
    let child: ChildProcess
    try {
      child = spawn(program, args, {
        cwd: run.cwd,
        env: { ...run.env },
        detached: process.platform !== 'win32',
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      })
    } catch (error) {
      resolve({ end: 'not_started', message: (error as Error).message })
      return
    }
    watch(child, run, resolve)
  })
}

function watch(child: ChildProcess, run: BoundedRun, resolve: (end: RunEnd) => void): void {
  const { signal, graceMs = 500 } = run
  const said = new HeadAndTail(run.overflow === 'cut' ? run.maxOutputBytes : Infinity)
  let errorTail = Buffer.alloc(0)
  let why: 'aborted' | 'too_large' | null = null
  let killTimer: NodeJS.Timeout | undefined

  const killNow = () => killGroup(child, 'SIGKILL')
  const giveUp = (reason: 'aborted' | 'too_large') => {
    if (why !== null) return
    why = reason
    child.stdout?.destroy()
    child.stderr?.destroy()
    killGroup(child, 'SIGTERM')
    killTimer = setTimeout(killNow, graceMs)
  }
  const onAbort = () => giveUp('aborted')
  const killed = (why: 'aborted' | 'too_large'): RunEnd => ({
    end: 'killed',
    why,
    output: said.toString(),
    errorTail: errorTail.toString('utf8'),
  })
  const finish = (end: RunEnd) => {
    clearTimeout(killTimer)
    process.off('exit', killNow)
    signal.removeEventListener('abort', onAbort)
    // What the child left behind in its group must not outlive the answer.
    killNow()
    resolve(end)
  }

  if (child.pid !== undefined) run.onStart?.(child.pid)
  process.on('exit', killNow)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  child.stdout?.on('data', (chunk: Buffer) => {
    said.add(chunk)
    if (said.total > run.maxOutputBytes && run.overflow !== 'cut') giveUp('too_large')
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errorTail = Buffer.concat([errorTail, chunk]).subarray(-ERROR_TAIL_BYTES)
  })
  // A child that does not read its input closes the pipe; that is its right.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(run.input)
  child.on('error', (error) => finish({ end: 'not_started', message: error.message }))
  child.on('exit', (code) => {
    if (why !== null) return finish(killed(why))
    killNow()
    // A process that left the group may hold the pipes open for ever.
    killTimer = setTimeout(() => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, graceMs)
    child.once('close', () => {
      if (why !== null) return finish(killed(why))
      const words = { output: said.toString(), outputBytes: said.total }
      finish({ end: 'exited', code: code ?? 1, ...words, errorTail: errorTail.toString('utf8') })
    })
  })
}

/** The group is named by its leader's id; on Windows the system tool ends the whole tree. */
function killGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return
  try {
    if (process.platform !== 'win32') process.kill(-child.pid, signal)
    else if (signal === 'SIGKILL') spawn('taskkill', ['/PID', String(child.pid), '/T', '/F'])
    else child.kill()
  } catch {
    // It has gone already.
  }
}
