import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ReflectError } from '../../schema/error.js'
import type { Stage } from './stage.js'

export interface ServedStage {
  /** Opens the page once, without a question. */
  link: string
  /** Resolves when the server is gone, by itself or because it was stopped. */
  ended: Promise<void>
  stop(): Promise<void>
}

const BIN = fileURLToPath(new URL('../bin.cjs', import.meta.url))

/**
 * Starts the real server on the stage, in a process of its own: scenes block this one. Port 0 is
 * any free port.
 */
export async function serveStage(
  stage: Stage,
  { port, open }: { port: string; open: boolean },
): Promise<ServedStage> {
  const args = [BIN, 'serve', '--json', '--port', port, ...(open ? ['--open'] : [])]
  const { root: cwd, env } = stage
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close').then(() => undefined)
  const said: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const first = await Promise.race([nextLine(child.stdout), ended])
  if (first === undefined) {
    throw new ReflectError('internal', `The server did not start: ${said.join('').trim()}`)
  }
  const { link } = JSON.parse(first) as { link: string }
  return {
    link,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function nextLine(input: NodeJS.ReadableStream): Promise<string | undefined> {
  const lines = createInterface({ input })
  const [line] = (await once(lines, 'line')) as [string]
  return line
}
