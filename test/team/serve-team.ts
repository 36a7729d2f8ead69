import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { createInterface } from 'node:readline'
import { BIN } from '../support/sandbox.js'

/** `reflect serve --team` as a process of its own. */
export interface TeamServer {
  url: string
  child: ChildProcess
  /** Tells it to end, and waits until it did; returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export async function serveTeam(
  databaseUrl: string,
  more: NodeJS.ProcessEnv = {},
  bin = BIN,
): Promise<TeamServer> {
  const child = spawn(process.execPath, [bin, 'serve', '--team', '--port', '0', '--json'], {
    cwd: os.tmpdir(),
    env: {
      PATH: process.env['PATH'],
      HOME: os.tmpdir(),
      REFLECTION_DATABASE: databaseUrl,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const first = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  const { port } = JSON.parse(first) as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      await once(child, 'exit')
      return child.exitCode
    },
  }
}
