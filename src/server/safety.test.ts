import { connect } from 'node:net'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '../schema/api/problem.js'
import { openTestServer } from './__fixtures__/open-server.js'
import type { TestServer } from './__fixtures__/open-server.js'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({
    limits: { maxBytes: 64 * 1024, timeoutMs: 150 },
    page: { 'index.html': '<!doctype html><title>page</title>', 'assets/app-1a2b.js': 'run()' },
  })
})
afterAll(() => server.stop())

const bearer = () => ({ authorization: `Bearer ${server.token}` })
const refusal = (text: string) => Problem.parse(JSON.parse(text))

describe('who may ask', () => {
  it.each([
    { title: 'no token', headers: {} },
    { title: 'a wrong token', headers: { authorization: 'Bearer nonsense' } },
    { title: 'an empty token', headers: { authorization: 'Bearer ' } },
    { title: 'another scheme', headers: { authorization: 'Basic dXNlcjpwYXNz' } },
    { title: 'two tokens', headers: { authorization: 'Bearer a b' } },
  ])('is refused on loopback with $title', async ({ headers }) => {
    for (const place of ['/api/v1/overview', '/api/v1/openapi.json', '/api/v1/live']) {
      const reply = await server.raw({ path: place, headers })
      expect(reply.status).toBe(401)
      expect(reply.headers['www-authenticate']).toContain('Bearer')
      expect(refusal(reply.text).code).toBe('unauthorized')
    }
  })

  it('is not told by the address: a token in the query does not count', async () => {
    const reply = await server.raw({ path: `/api/v1/overview?token=${server.token}` })
    expect(reply.status).toBe(401)
  })

  it('is anybody for the health and for the files of the page, which hold no data', async () => {
    expect((await server.raw({ path: '/healthz' })).status).toBe(200)
    expect((await server.raw({ path: '/' })).status).toBe(200)
  })

  it('has the token in a file that its owner alone can read', () => {
    const file = path.join(path.dirname(server.workspaceDir), 'serve-token')
    expect(readFileSync(file, 'utf8').trim()).toBe(server.token)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is let in once by a link', async () => {
    const code = new URL(await server.newLink()).hash.replace('#login=', '')
    const first = await server.ask('/api/v1/login', { ...json({ code }), headers: JSON_TYPE })
    const { token } = (await first.json()) as { token: string }
    expect(token).toMatch(new RegExp(`^${server.token}\\.[\\w-]{43}$`))
    const second = await server.post('/api/v1/login', { code })
    expect(second.status).toBe(401)
  })

  it('is not listened to when a login is longer than any code', async () => {
    const reply = await server.post('/api/v1/login', { code: 'x'.repeat(1024) })
    expect(reply.status).toBe(413)
  })

  it('is not let in by a made-up code', async () => {
    expect((await server.post('/api/v1/login', { code: 'guess' })).status).toBe(401)
  })
})

it('forgets a link after a while', async () => {
  let nowMs = Date.parse('2026-03-01T09:00:00.000Z')
  const old = await openTestServer({ now: () => new Date(nowMs) })
  try {
    const code = new URL(await old.newLink()).hash.replace('#login=', '')
    nowMs += 16 * 60_000
    expect((await old.post('/api/v1/login', { code })).status).toBe(401)
  } finally {
    await old.stop()
  }
})

const JSON_TYPE = { 'content-type': 'application/json' }
const json = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })

describe('where it comes from', () => {
  it.each([
    'evil.example',
    'evil.example:4747',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost@evil.example',
  ])('is refused with the Host "%s", which a rebound name would have', async (host) => {
    for (const place of ['/', '/healthz', '/api/v1/overview']) {
      const reply = await server.raw({ path: place, headers: { ...bearer(), host } })
      expect([400, 403]).toContain(reply.status)
    }
  })

  it.each(['Host:\r\n', ''])('is refused with no Host (%j)', async (line) => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(
      `GET /api/v1/facets HTTP/1.0\r\n${line}Authorization: Bearer ${server.token}\r\n\r\n`,
    )
    expect([400, 403]).toContain(await readStatus(socket))
  })

  it.each(['localhost', 'LOCALHOST:9999', '127.0.0.1', '[::1]:4747'])(
    'is fine with the Host "%s", also through a forwarded port',
    async (host) => {
      const reply = await server.raw({ path: '/api/v1/facets', headers: { ...bearer(), host } })
      expect(reply.status).toBe(200)
    },
  )

  it.each([
    { title: 'another site', headers: { origin: 'https://evil.example' } },
    { title: 'no origin at all', headers: { origin: 'null' } },
    { title: 'another port of this machine', headers: { origin: 'http://127.0.0.1:1' } },
    { title: 'a fetch across sites', headers: { 'sec-fetch-site': 'cross-site' } },
    { title: 'a fetch from another port', headers: { 'sec-fetch-site': 'same-site' } },
  ])('is refused from $title, with the token too', async ({ headers }) => {
    const reply = await server.raw({
      method: 'POST',
      path: '/api/v1/events',
      headers: { ...bearer(), ...JSON_TYPE, ...headers },
      body: '{"events":[]}',
    })
    expect(reply.status).toBe(403)
    expect(refusal(reply.text).code).toBe('forbidden')
  })

  it('may be a link on another page, which shows the page and no data', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await server.raw({ path: '/sessions', headers })).status).toBe(200)
  })

  it('is fine from the page itself', async () => {
    const host = `127.0.0.1:${server.port}`
    const headers = { ...bearer(), host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
    expect((await server.raw({ path: '/api/v1/facets', headers })).status).toBe(200)
  })
})

const send = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  server.raw({
    method: 'POST',
    path: '/api/v1/events',
    headers: { ...bearer(), ...headers },
    body,
  })

describe('a body', () => {
  it('that promises too much is refused before it is read', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(head({ 'content-length': String(9 * 1024 * 1024) }))
    expect(await readStatus(socket)).toBe(413)
  })

  it('that grows too large without a promise is refused on the way', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(head({ 'transfer-encoding': 'chunked' }))
    const chunk = 'x'.repeat(32 * 1024)
    for (let n = 0; n < 4; n += 1) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    expect(await readStatus(socket)).toBe(413)
  })

  it('that does not come in time is refused', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(head({ 'content-length': '100' }))
    socket.write('{"events"')
    expect(await readStatus(socket)).toBe(408)
  })

  it('that breaks off does no harm', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(head({ 'content-length': '100' }))
    socket.end('{"eve')
    socket.resume()
    await new Promise((resolve) => socket.on('close', resolve))
    expect((await server.ask('/api/v1/facets')).status).toBe(200)
  })

  it.each([
    { title: 'is no JSON', body: '{"events":', status: 400 },
    { title: 'is no object', body: '7', status: 400 },
    { title: 'is empty where something is needed', body: '', status: 400 },
    { title: 'has unknown fields', body: '{"events":[{}],"more":1}', status: 400 },
    {
      title: 'has too many events',
      body: JSON.stringify({ events: Array.from({ length: 501 }, () => ({})) }),
      status: 400,
    },
  ])('that $title is refused', async ({ body, status }) => {
    const reply = await send(body)
    expect(reply.status).toBe(status)
    expect(refusal(reply.text).status).toBe(status)
  })

  it('of another type is refused, so that no form can send one', async () => {
    const reply = await send('{"events":[{}]}', { 'content-type': 'text/plain' })
    expect(reply.status).toBe(415)
  })
})

describe('a path', () => {
  it.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../../etc/passwd',
    '/assets/..%5c..%5cetc%5cpasswd',
    '//etc/passwd',
    '/assets//app-1a2b.js',
    '/assets/app-1a2b.js%00.png',
    '/assets/.%2e/serve-token',
    '/serve-token',
    '/index.html/../../home/.config/reflectory/reflection.yaml',
    '/%',
    '/%c0%ae%c0%ae/',
    '/api/v1/../../serve-token',
    '/api/v1/log/..%2f..%2f..%2fetc%2fpasswd',
    '/api/v1/skills/..%2f..%2fhome',
    '/api/v1/sessions/%00',
    '/api/v1/sessions/%zz',
  ])('such as %s shows no file but those of the page', async (place) => {
    const reply = await server.raw({ path: place, headers: bearer() })
    expect(reply.status).toBeLessThan(500)
    expect(reply.text).not.toContain('root:')
    expect(reply.text).not.toContain(server.token)
    expect(reply.status >= 400 || reply.text.includes('<title>page</title>')).toBe(true)
  })

  it('of the page is its own route, and one with an ending is a file or nothing', async () => {
    for (const place of ['/sessions/abc', '/sessions/a.b', '/sessions/a%2Fb.c', '/lessons/']) {
      expect((await server.raw({ path: place })).text).toContain('<title>page</title>')
    }
    expect((await server.raw({ path: '/favicon.ico' })).status).toBe(404)
    expect((await server.raw({ path: '/assets/other.js' })).status).toBe(404)
    const script = await server.raw({ path: '/assets/app-1a2b.js' })
    expect(script.headers['cache-control']).toContain('immutable')
  })
})

describe('an answer', () => {
  it.each(['/', '/api/v1/facets', '/api/v1/nothing', '/healthz'])(
    'to %s allows no foreign script, frame or guess',
    async (place) => {
      const { headers } = await server.raw({ path: place, headers: bearer() })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  it('carries a script in an agent’s text as text', async () => {
    const text = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
    const event = { kind: 'prompt-submitted', sessionId: 'hostile', id: 'h1', text }
    expect((await server.post('/api/v1/events', { events: [event] })).status).toBe(200)
    const reply = await server.ask('/api/v1/sessions/hostile')
    expect(reply.headers.get('content-type')).toContain('application/json')
    const { session } = (await reply.json()) as { session: { asked: string } }
    expect(session.asked).toBe(text)
  })

  it('to an unknown route or method says so, in the form of RFC 9457', async () => {
    const unknown = await server.ask('/api/v1/nothing')
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('content-type')).toBe('application/problem+json')
    const wrong = await server.ask('/api/v1/overview', { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
    refusal(await wrong.text())
  })

  it.each(['/abcdef/tasks', '/api/v2/tasks', '/tasks'])(
    'to a POST at %s, which only ends like a route, is that there is nothing',
    async (place) => {
      const reply = await server.post(place, {})
      expect(reply.status).toBe(404)
    },
  )

  it('to a HEAD of the live feed lets in no viewer', async () => {
    const first = await server.ask('/api/v1/live', { method: 'HEAD' })
    expect(first.headers.get('content-type')).toContain('text/event-stream')
    for (let n = 0; n < 200; n += 1) await server.ask('/api/v1/live', { method: 'HEAD' })
    const watching = new AbortController()
    const reply = await server.ask('/api/v1/live', { signal: watching.signal })
    expect(reply.status).toBe(200)
    watching.abort()
  })
})

it('says why a port can’t be had', async () => {
  const address = { host: '127.0.0.1', port: server.port }
  await expect(openTestServer({ address })).rejects.toMatchObject({
    code: 'io-failed',
    message: expect.stringContaining('taken by another program'),
    remedy: expect.stringContaining('--port 0'),
  })
})

function readStatus(socket: ReturnType<typeof connect>): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      if (status === undefined) return
      resolve(Number(status))
      socket.destroy()
    })
    // A refusal may come while we still write, and close the way.
    socket.on('error', (error) => (text === '' ? reject(error) : undefined))
  })
}

function head(headers: Record<string, string>): string {
  const all = { host: 'localhost', ...bearer(), ...JSON_TYPE, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `POST /api/v1/events HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
