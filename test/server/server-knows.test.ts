import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { serverKnows } from '../../dashboard/src/api/server-knows.js'
import { openTestServer } from '../../src/server/__fixtures__/open-server.js'
import type { TestServer } from '../../src/server/__fixtures__/open-server.js'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.stop())

it('knows the server that has the token, and no other', async () => {
  expect(await serverKnows(server.token, `${server.url}/healthz`)).toBe(true)
  expect(await serverKnows('another', `${server.url}/healthz`)).toBe(false)
})

it.each([
  { says: '{}' },
  { says: 'no JSON' },
  { says: '{"status":"ok","proof":"made up"}' },
  { says: '{"proof":null}' },
])('does not take a stranger for it that says $says, and tells it no token', async ({ says }) => {
  const heard: string[] = []
  const stranger = createServer((request, response) => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`)
    response.end(says)
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void stranger.close())
  const { port } = stranger.address() as AddressInfo
  expect(await serverKnows(server.token, `http://127.0.0.1:${port}/healthz`)).toBe(false)
  expect(heard).toHaveLength(1)
  expect(heard[0]).not.toContain(server.token)
})

it('throws when no server answers', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  await expect(serverKnows(server.token, `http://127.0.0.1:${port}/healthz`)).rejects.toThrow(
    'fetch failed',
  )
})

it.each(['', 'short', 'x'.repeat(129), 'with%20a%20space%20in%20it'])(
  'gets no proof for the nonce "%s"',
  async (nonce) => {
    expect((await server.ask(`/healthz?nonce=${nonce}`)).status).toBe(400)
  },
)
