import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

interface OpencodeEvent {
  type: string
  properties: Record<string, unknown>
}

export interface OpencodeMessage {
  info: Record<string, unknown>
  parts: Record<string, unknown>[]
}

/** `opencode serve`, driven over its HTTP interface. */
export interface OpencodeServer {
  events: OpencodeEvent[]
  createSession(): Promise<string>
  prompt(session: string, text: string): Promise<void>
  messages(session: string): Promise<OpencodeMessage[]>
  call(method: string, route: string, body?: object): Promise<unknown>
  /** The client says that it is at rest, after it was not. */
  isIdle(session: string): boolean
  /** Resolves as soon as what was seen so far satisfies the question. */
  until(what: string, isTrue: () => boolean, ms?: number): Promise<void>
  /** Lets the client end in peace, and its plugins with it. */
  stop(): Promise<void>
}

const PATIENCE_MS = 90_000

export async function serve(
  program: string,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<OpencodeServer> {
  // Never the port of an earlier one: this process may still hold connections to that.
  const args = ['serve', '--port', String(await freePort()), '--hostname', '127.0.0.1']
  const child = spawn(binaryOf(program), args, { cwd, env })
  const url = await listening(child)
  const events: OpencodeEvent[] = []
  const waiting = new Set<() => void>()
  const closing = new AbortController()
  const query = `directory=${encodeURIComponent(cwd)}`

  async function call(method: string, route: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers }
    const response = await fetch(`${url}${route}?${query}`, { method, ...sent })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

  async function listen(): Promise<void> {
    const response = await fetch(`${url}/event?${query}`, { signal: closing.signal })
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as OpencodeEvent)
      }
      for (const look of waiting) look()
    }
  }
  let broken = ''
  void listen().catch((error: unknown) => (broken = String(error)))

  const seen = (): string => `${broken} ${events.map(({ type }) => type).join(' ')}`
  const until: OpencodeServer['until'] = (what, isTrue, ms = PATIENCE_MS) =>
    new Promise((resolve, reject) => {
      const end = (done: () => void) => {
        clearInterval(timer)
        waiting.delete(look)
        done()
      }
      const deadline = Date.now() + ms
      const look = () => {
        if (isTrue()) end(resolve)
        else if (Date.now() > deadline) end(() => reject(new Error(`never: ${what}; ${seen()}`)))
      }
      const timer = setInterval(look, 100)
      waiting.add(look)
      look()
    })

  const isConnected = () => events.some(({ type }) => type === 'server.connected')
  await until('the event stream', isConnected).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    events,
    call,
    until,
    isIdle: (session) => statuses(events, session).at(-1) === 'idle',
    createSession: async () => ((await call('POST', '/session', {})) as { id: string }).id,
    prompt: async (session, text) => {
      const parts = [{ type: 'text', text }]
      await call('POST', `/session/${session}/prompt_async`, { parts })
    },
    messages: async (session) =>
      (await call('GET', `/session/${session}/message`)) as OpencodeMessage[],
    async stop() {
      await call('POST', '/instance/dispose').catch(() => undefined)
      closing.abort()
      const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      await gone
    },
  }
}

const statuses = (events: readonly OpencodeEvent[], session: string): unknown[] =>
  events
    .filter(
      ({ type, properties }) => type === 'session.status' && properties['sessionID'] === session,
    )
    .map(({ properties }) => (properties['status'] as { type?: string } | undefined)?.type)

/** The package starts its binary as a child of its own, which would outlive it. */
export function binaryOf(program: string): string {
  const name = `opencode-${process.platform}-${process.arch}`
  const binary = path.join(path.dirname(program), '..', name, 'bin', 'opencode')
  return existsSync(binary) ? binary : program
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const look = (chunk: Buffer): void => {
      said += chunk.toString()
      const found = /listening on (http:\/\/\S+)/.exec(said)
      if (found !== null) resolve(found[1]!)
    }
    child.stdout!.on('data', look)
    child.stderr!.on('data', look)
    child.once('exit', (code) => reject(new Error(`opencode ended with ${code}: ${said}`)))
  })
}
