import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { LiveFrame } from '../../src/schema/api/log.js'
import type { Settings } from '../../src/schema/api/settings.js'
import { runIn } from '../support/open-cli.js'
import { BIN, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

interface Listening {
  url: string
  port: number
  link: string
  token_file: string
}

interface Serving extends Listening {
  token: string
  ask(place: string, init?: RequestInit): Promise<Response>
  kill(): Promise<void>
  /** Tells it to end; what it printed, and how it ended. */
  end(): Promise<{ code: number | null; lines: { event: string }[] }>
}

async function serve(sandbox: Pick<Sandbox, 'root' | 'env'>, ...args: string[]): Promise<Serving> {
  const child = spawn(process.execPath, [BIN, 'serve', '--json', ...args], {
    cwd: sandbox.root,
    env: { ...sandbox.env, REFLECTION_MODE: 'solo' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const lines: { event: string }[] = []
  const listening = await new Promise<Listening>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      const parts = (text + String(chunk)).split('\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const line = JSON.parse(part) as { event: string }
        lines.push(line)
        if (line.event === 'listening') resolve(line as unknown as Listening)
      }
    })
    void ended.then((code) => reject(new Error(`it ended with ${code}`)))
  })
  const token = readFileSync(listening.token_file, 'utf8').trim()
  return {
    ...listening,
    token,
    ask: (place, init = {}) =>
      fetch(listening.url + place, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...(init.headers as object) },
      }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async end() {
      child.kill('SIGTERM')
      return { code: await ended, lines }
    },
  }
}

/** The lines of a live stream, one after the other. */
async function* follow(
  server: Serving,
  after: number,
): AsyncGenerator<LiveFrame['events'][number]> {
  const reply = await server.ask('/api/v1/live', { headers: { 'last-event-id': String(after) } })
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  let text = ''
  for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (data !== undefined) yield* (JSON.parse(data) as LiveFrame).events
    }
  }
}

async function find(
  lines: AsyncGenerator<LiveFrame['events'][number]>,
  kind: string,
): Promise<LiveFrame['events'][number]> {
  for (;;) {
    // Leaving a loop over it would end the stream.
    const { value, done } = await lines.next()
    if (done === true) throw new Error(`no line ${kind} came`)
    if (value.kind === kind) return value
  }
}

const post = (server: Serving, id: string) =>
  server.ask('/api/v1/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      events: [{ kind: 'prompt-submitted', sessionId: 's', id, text: `text of ${id}` }],
    }),
  })

it('prints where it listens as JSON, lets in by its link, and ends at SIGTERM', async () => {
  const server = await serve(openSandbox(), '--port', '0')
  const code = new URL(server.link).hash.replace('#login=', '')
  const login = await fetch(`${server.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  expect(await login.json()).toEqual({ token: server.token })
  expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ status: 'ok' })
  for (const place of ['/settings', '/doctor', '/overview']) {
    expect([place, (await server.ask(`/api/v1${place}`)).status]).toEqual([place, 200])
  }
  const { code: exit, lines } = await server.end()
  expect(exit).toBe(0)
  expect(lines.map(({ event }) => event)).toEqual(expect.arrayContaining(['log', 'listening']))
})

it('shows the checks that a person added among the settings', async () => {
  const sandbox = openSandbox()
  await runIn(['checks', 'add', 'test', '--yes', '--', 'npm', 'test'], sandbox, {})
  const server = await serve(sandbox, '--port', '0')
  const { config } = (await (await server.ask('/api/v1/settings')).json()) as Settings
  const rows = config.filter(({ key }) => key.startsWith('checks'))
  expect(rows).toMatchObject([{ key: 'checks.test', shown: 'npm test', isDefault: false }])
  await server.end()
})

it('shows live what a hook process wrote, and goes on after a restart with nothing missed', async () => {
  const sandbox = openSandbox()
  const first = await serve(sandbox, '--port', '0')
  await post(first, 'one')
  const seen = await find(follow(first, 0), 'agent.prompt-submitted')
  expect(seen.summary).toBe('human: text of one')
  await first.end()

  const hooked = { REFLECTION_MODE: 'solo' }
  const payload = { kind: 'prompt-submitted', sessionId: 'hooked', id: 'h1', text: 'by a hook' }
  await sandbox.hook(['generic'], payload, hooked)

  const second = await serve(sandbox, '--port', String(first.port))
  expect(second.token).toBe(first.token)
  const lines = follow(second, seen.id)
  expect((await find(lines, 'agent.prompt-submitted')).summary).toBe('human: by a hook')
  await sandbox.hook(['generic'], { ...payload, id: 'h2', text: 'while you watch' }, hooked)
  expect((await find(lines, 'agent.prompt-submitted')).summary).toBe('human: while you watch')
  await second.end()
})

it('gives a new link to the server that runs already, and leaves it running', async () => {
  const sandbox = openSandbox()
  const server = await serve(sandbox, '--port', '0')
  const again = await sandbox.reflect(['serve', '--json', '--port', String(server.port)])
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('already runs') })
  const { link, url } = JSON.parse(again.stdout) as Listening
  expect(url).toBe(server.url)
  const login = await fetch(`${server.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: new URL(link).hash.replace('#login=', '') }),
  })
  // Without a terminal nothing shows that a person asked: the link reads.
  expect([await login.json(), again.stderr]).toEqual([
    { token: server.token },
    expect.stringContaining('This link only reads'),
  ])

  const other = await openSandbox().reflect(['serve', '--port', String(server.port)])
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('another program') })
  const bare = await fetch(`${server.url}/api/v1/links`, { method: 'POST' })
  expect(bare.status).toBe(401)
})

it('is one server for all projects of a user, and another one is started after it was killed', async () => {
  const sandbox = openSandbox()
  const elsewhere = { ...sandbox, root: path.join(sandbox.base, 'elsewhere') }
  mkdirSync(elsewhere.root)
  const first = await serve(sandbox, '--port', '0')
  const second = () =>
    spawnSync(process.execPath, [BIN, 'serve', '--json'], {
      cwd: elsewhere.root,
      env: { ...sandbox.env, REFLECTION_MODE: 'solo' },
      encoding: 'utf8',
      timeout: 20_000,
    })
  const again = second()
  expect([again.status, again.stderr]).toEqual([0, expect.stringContaining('already runs')])
  const { url, link } = JSON.parse(again.stdout) as Listening
  expect([url, link]).toEqual([first.url, expect.stringMatching(/\/p\/[0-9a-f]{16}\/#login=/)])
  const project = /\/p\/([0-9a-f]{16})/.exec(link)![1]!
  const { items } = (await (await first.ask('/api/v1/projects')).json()) as {
    items: { id: string; name: string }[]
  }
  expect(items.find(({ id }) => id === project)?.name).toBe('elsewhere')

  await first.kill()
  const third = await serve(elsewhere, '--port', String(first.port))
  expect([third.url, third.token]).toEqual([first.url, first.token])
  await third.end()
})

it('sends no token to a program that took the port of a server that died', async () => {
  const sandbox = openSandbox()
  const server = await serve(sandbox, '--port', '0')
  await server.end()
  const asked: string[] = []
  const stranger = createHttpServer((request, reply) => {
    asked.push(String(request.url))
    reply.end('{"code":"x"}')
  })
  await new Promise<void>((resolve) => stranger.listen(server.port, '127.0.0.1', resolve))
  onTestFinished(() => void stranger.close())
  const { code } = await sandbox.reflect(['serve', '--port', String(server.port)])
  expect({ code, asked }).toEqual({ code: 1, asked: [] })
})

it('refuses the old token once a new one was asked for', async () => {
  const sandbox = openSandbox()
  const first = await serve(sandbox, '--port', '0')
  await first.end()
  const second = await serve(sandbox, '--port', '0', '--new-token')
  const again = await sandbox.reflect(['serve', '--new-token', '--port', String(second.port)])
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('Stop that server') })
  expect(second.token).not.toBe(first.token)
  const headers = { authorization: `Bearer ${first.token}` }
  expect((await second.ask('/api/v1/facets', { headers })).status).toBe(401)
  expect((await second.ask('/api/v1/facets')).status).toBe(200)
  await second.end()
})

it('says so when the port is taken', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const port = String((taken.address() as AddressInfo).port)
  const { code, stderr } = await openSandbox().reflect(['serve', '--port', port])
  expect(code).toBe(1)
  expect(stderr).toContain(`127.0.0.1:${port} is taken by another program`)
  expect(stderr).toContain('--port 0')
})

it.each([
  { args: ['--host', '0.0.0.0'], says: '--expose' },
  { args: ['--host', 'nonsense'], says: 'is not an address' },
  { args: ['--headless', '--open'], says: 'Leave out --headless, or --open.' },
  { args: ['--port', '70000'], says: '--port is a whole number from 0 to 65535' },
  { args: ['--port', 'http'], says: '--port is a whole number from 0 to 65535' },
])('refuses $args as wrong usage', async ({ args, says }) => {
  const { code, stderr } = await openSandbox().reflect(['serve', ...args])
  expect(code).toBe(2)
  expect(stderr).toContain(says)
})

it('opens a browser without telling the others on this machine how to get in', async () => {
  const sandbox = openSandbox()
  const told = path.join(sandbox.base, 'told.json')
  const script = `#!/bin/sh\ncp "$1" '${told}.html' && echo "$1" > '${told}.part' && mv '${told}.part' '${told}'\n`
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(path.join(sandbox.home, name), script, { mode: 0o755 })
  }
  sandbox.env['PATH'] = `${sandbox.home}:${sandbox.env['PATH']}`
  const server = await serve(sandbox, '--port', '0', '--open')
  await vi.waitFor(() => expect(existsSync(told)).toBe(true), { timeout: 20_000 })
  const file = readFileSync(told, 'utf8').trim()
  expect(file).toBe(path.join(path.dirname(sandbox.stateDir()), 'serve-open.html'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const code = /url=http:[^"]*#login=([\w-]+)"/.exec(readFileSync(`${told}.html`, 'utf8'))?.[1]
  const login = await server.ask('/api/v1/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  expect(login.status).toBe(200)
  expect(existsSync(file)).toBe(false)
  await server.end()
})
