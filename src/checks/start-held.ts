import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { HeadAndTail } from '../util/head-and-tail.js'
import { processStart } from '../util/process-start.js'

export interface HeldStart {
  command: readonly string[]
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  maxOutputBytes: number
}

/** How a process ended; `code` is null when a signal did it. */
export type HeldEnd =
  | { end: 'exited'; code: number | null; output: string }
  | { end: 'not_started'; message: string }

/** A process of its own group that has not begun: it waits for `release`, and ends without it. */
export interface HeldProcess {
  pid: number | null
  startedAt: string | null
  release(): void
  /** Ends it and what is left of its process group. */
  end(): void
  ended: Promise<HeldEnd>
}

/** Waits for a line on standard input, then becomes the command: same process, same start. */
const HOLD = 'read -r _ && exec "$@"'
const GRACE_MS = 500

export function startHeld({ command, cwd, env, maxOutputBytes }: HeldStart): HeldProcess {
  const isPosix = process.platform !== 'win32'
  const [program, ...words] = isPosix ? ['/bin/sh', '-c', HOLD, 'sh', ...command] : [...command]
  let child: ChildProcessByStdio<Writable, Readable, Readable>
  try {
    child = spawn(program!, words, {
      cwd,
      env: { ...env },
      detached: isPosix,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
  } catch (error) {
    return neverStarted((error as Error).message)
  }
  const said = new HeadAndTail(maxOutputBytes)
  child.stdin.on('error', () => undefined)
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => said.add(chunk))
  }
  const pid = child.pid ?? null
  let killTimer: NodeJS.Timeout | undefined
  const kill = (signal: NodeJS.Signals): void => void (pid !== null && signalGroup(pid, signal))
  const leaveNone = endsWithUs(() => kill('SIGKILL'))
  const ended = new Promise<HeldEnd>((resolve) => {
    const finish = (end: HeldEnd): void => {
      clearTimeout(killTimer)
      leaveNone()
      resolve(end)
    }
    child.on('error', ({ message }) => finish({ end: 'not_started', message }))
    child.on('exit', (code) => {
      // What is left of the group must not outlive the answer, nor hold the pipes open.
      kill('SIGKILL')
      const gone = setTimeout(
        () => [child.stdout, child.stderr].forEach((one) => one.destroy()),
        GRACE_MS,
      )
      child.once('close', () => {
        clearTimeout(gone)
        finish({ end: 'exited', code, output: said.toString() })
      })
    })
  })
  return {
    pid,
    startedAt: pid === null ? null : processStart(pid),
    release: () => void child.stdin.end('\n'),
    end: () => {
      kill('SIGTERM')
      killTimer ??= setTimeout(() => kill('SIGKILL'), GRACE_MS)
    },
    ended,
  }
}

/** Ends a group by its leader, whichever process started it. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/PID', String(pid), '/T', '/F'])
    else process.kill(-pid, signal)
  } catch {
    // It has ended by itself.
  }
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** When we end, by ourselves or by a signal, so does what we started; undone by what is returned. */
function endsWithUs(end: () => void): () => void {
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const handle = (): never => process.exit(code)
    process.once(signal, handle)
    return () => process.off(signal, handle)
  })
  process.once('exit', end)
  return () => {
    process.off('exit', end)
    for (const undo of handlers) undo()
  }
}

const neverStarted = (message: string): HeldProcess => ({
  pid: null,
  startedAt: null,
  release: () => undefined,
  end: () => undefined,
  ended: Promise.resolve({ end: 'not_started', message }),
})
