import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { BIN } from '../../support/sandbox.js'
import type { Sandbox } from '../../support/sandbox.js'

/** `reflect serve` as a person starts it, on a free port of loopback. */
export interface Served {
  url: string
  port: number
  /** Works once. */
  link: string
  token: string
  /** Ends it as the system would; resolves when it is gone. */
  stop(): Promise<void>
  post(path: string, body: unknown): Promise<unknown>
  get<T>(path: string): Promise<T>
}

interface Listening {
  event: string
  url: string
  port: number
  link: string
  token_file: string
}

export async function serve(sandbox: Pick<Sandbox, 'root' | 'env'>, port = 0): Promise<Served> {
  const args = [BIN, 'serve', '--port', String(port), '--json']
  const child = spawn(process.execPath, args, {
    cwd: sandbox.root,
    env: { ...sandbox.env, REFLECTION_MODE: 'solo' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const listening = await readListening(child)
  const token = readFileSync(listening.token_file, 'utf8').trim()
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(`${listening.url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    url: listening.url,
    port: listening.port,
    link: listening.link,
    token,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    post: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
    get: async <T>(path: string) => (await ask(path, {})) as T,
  }
}

async function readListening(child: ChildProcess): Promise<Listening> {
  let complaints = ''
  child.stderr!.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  for await (const line of createInterface({ input: child.stdout! })) {
    const said = JSON.parse(line) as Listening
    if (said.event === 'listening') {
      child.stdout!.resume()
      return said
    }
  }
  throw new Error(`reflect serve ended before it listened: ${complaints}`)
}
