import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ReflectError } from '../src/schema/error.js'
import type { ReflectErrorCode } from '../src/schema/error.js'
import { BIN } from './stage.js'
import type { Stage } from './stage.js'

export interface ServedStage {
  /** Opens the page once, without a question. */
  link: string
  /** Resolves when the server is gone, by itself or because it was stopped. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the real server on the stage, in a process of its own: scenes block this one. Port 0 is
 * any free port.
 */
export async function serveStage({ root: cwd, env }: Stage, port: string): Promise<ServedStage> {
  const args = [BIN, 'serve', '--json', '--port', port]
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close').then(() => undefined)
  const said: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const link = await readLink(child.stdout)
  if (link === null) {
    await ended
    throw toError(said.join(''))
  }
  return {
    link,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The server's own error, as it tells it to programs. */
function toError(said: string): ReflectError {
  const line = said.split('\n').findLast((it) => it.startsWith('{"error"'))
  if (line === undefined) return new ReflectError('internal', `The server ended: ${said.trim()}`)
  const { error } = JSON.parse(line) as {
    error: { code: ReflectErrorCode; message: string; remedy?: string }
  }
  const { code, message, remedy } = error
  return new ReflectError(code, message, remedy === undefined ? {} : { remedy })
}

/** What the server says before it listens is for others; null when it ends instead. */
async function readLink(output: NodeJS.ReadableStream): Promise<string | null> {
  const lines = createInterface({ input: output })
  return new Promise((resolve) => {
    lines.on('close', () => resolve(null))
    lines.on('line', (line) => {
      const said = JSON.parse(line) as { event: string; link?: string }
      if (said.event === 'listening') resolve(said.link ?? null)
    })
  })
}
