import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
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
  // Typed into a terminal: a link lets decide where a person was seen to ask for it.
  const child = spawn('script', ['-qf', '/dev/null'], {
    cwd: sandbox.root,
    env: { ...sandbox.env, REFLECTION_MODE: 'solo', SHELL: '/bin/bash' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.write(`${process.execPath} ${BIN} serve --port ${port} --json; exit\n`)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const listening = await readListening(child)
  const token = await logIn(listening)
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(`${listening.url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { code } = (await ask('/links', { method: 'POST', body: '{}' })) as { code: string }
  const serving = path.join(path.dirname(listening.token_file), `serving-${listening.port}`)
  const pid = Number.parseInt(readFileSync(serving, 'utf8'), 10)
  let isStopped = false
  return {
    url: listening.url,
    port: listening.port,
    link: listening.link.replace(/=.*/, `=${code}`),
    token,
    async stop() {
      if (!isStopped) process.kill(pid, 'SIGTERM')
      isStopped = true
      await ended
    },
    post: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
    get: async <T>(path: string) => (await ask(path, {})) as T,
  }
}

/** The token with a person's session, as the page has them after its link. */
async function logIn({ url, link }: Listening): Promise<string> {
  const code = new URL(link).hash.replace('#login=', '')
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ code }) }
  const response = await fetch(`${url}/api/v1/login`, init)
  return ((await response.json()) as { token: string }).token
}

async function readListening(child: ChildProcess): Promise<Listening> {
  let complaints = ''
  child.stderr!.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.startsWith('{')) {
      complaints += line
      continue
    }
    const said = JSON.parse(line) as Listening
    if (said.event === 'listening') {
      child.stdout!.resume()
      return said
    }
  }
  throw new Error(`reflect serve ended before it listened: ${complaints}`)
}
