/**
 * The resident hook as the plugin sees it: messages go in, messages come out, and its end is told
 * once. A child that dies is started once more and then never again. One that ends in peace before
 * it was ready is off, and may be asked again later. Nothing here throws.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { ClientMessage, ResidentMessage } from '../../../schema/resident-message.js'
import { parseJsonObject } from '../../../util/parse-json.js'
import { within } from './within.js'

export interface ChildInput {
  node: string
  script: string
  directory: string
  onMessage(message: ResidentMessage): void
  /** A new one listens, and knows nothing yet; nothing else was said to it. */
  onReady(): void
  /** It is no longer there: `off` by the user's mode, `dead` for good, `lost` but started again. */
  onEnd(why: 'off' | 'lost' | 'dead'): void
  /** There is no Node to start it with. */
  onNoNode(): void
}

const RESTARTS = 1

export function openChild(input: ChildInput) {
  let child: ChildProcess | null = null
  let state: 'starting' | 'ready' | 'off' | 'dead' = 'starting'
  let restartsLeft = RESTARTS
  let isClosed = false
  let waiters: ((isReady: boolean) => void)[] = []
  let enders: (() => void)[] = []

  function start(): void {
    state = 'starting'
    const started = spawn(input.node, [input.script, 'opencode', '--stdio'], {
      cwd: input.directory,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    child = started
    let isOver = false
    const end = (code: number | null, isMissing: boolean): void => {
      if (isOver) return
      isOver = true
      ended(code, isMissing)
    }
    started.on('error', (error) => end(null, (error as NodeJS.ErrnoException).code === 'ENOENT'))
    started.on('exit', (code) => end(code, false))
    // Writing to a child that just ended is no failure of the session's.
    started.stdin?.on('error', () => undefined)
    readLines(started, take)
    send({ type: 'hello', protocol: PROTOCOL, version: null })
  }

  function take(message: ResidentMessage): void {
    if (message.type === 'ready') {
      state = 'ready'
      input.onReady()
      tell(true)
    } else if (message.type === 'refused') restartsLeft = 0
    else input.onMessage(message)
  }

  function ended(code: number | null, isMissing: boolean): void {
    const wasStarting = state === 'starting'
    child = null
    for (const resolve of enders.splice(0)) resolve()
    if (isClosed) state = 'dead'
    else if (isMissing) {
      state = 'dead'
      input.onNoNode()
    } else if (wasStarting && code === 0 && restartsLeft > 0) state = 'off'
    else if (restartsLeft > 0) {
      restartsLeft -= 1
      input.onEnd('lost')
      return tryStart()
    } else state = 'dead'
    tell(false)
    input.onEnd(state === 'off' ? 'off' : 'dead')
  }

  function tell(isReady: boolean): void {
    for (const resolve of waiters.splice(0)) resolve(isReady)
  }

  function tryStart(): void {
    try {
      start()
    } catch {
      ended(null, true)
    }
  }

  function send(message: ClientMessage): void {
    if (child?.stdin?.writable) child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  tryStart()
  return {
    state: () => state,
    /** Resolves when it is ready or gone; true when it is ready. */
    whenReady: (): Promise<boolean> =>
      state === 'starting'
        ? new Promise((resolve) => void waiters.push(resolve))
        : Promise.resolve(state === 'ready'),
    send,
    /** Starts it again if it was off: the mode may have changed. */
    wake: () => void (state === 'off' && !isClosed && tryStart()),
    /** It hangs. */
    kill: () => void child?.kill('SIGKILL'),
    /** Ends its input, and waits no longer than so: it records what is under way and ends by itself. */
    async close(waitMs: number): Promise<void> {
      isClosed = true
      if (child === null) return
      const ended = new Promise<void>((resolve) => void enders.push(resolve))
      child.stdin?.end()
      await within(waitMs, ended)
    },
  }
}

/** Said here once more because the plugin loads nothing that it does not need. */
const PROTOCOL = 1

function readLines(child: ChildProcess, take: (message: ResidentMessage) => void): void {
  let rest = ''
  child.stdout?.setEncoding('utf8')
  child.stdout?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = parseJsonObject(line)
      if (message !== null) take(message as unknown as ResidentMessage)
    }
  })
}
