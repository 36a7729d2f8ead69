import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { liveStream } from './live-stream.js'
import type { LiveStream } from './live-stream.js'

interface Connection {
  lastEventId: string | undefined
  authorization: string | undefined
  response: ServerResponse
}

/** A server that hands over each connection, with how it was asked. */
async function openServer(): Promise<{ address: string; next(): Promise<Connection> }> {
  const waiting: ((connection: Connection) => void)[] = []
  const arrived: Connection[] = []
  const server = createServer((request, response) => {
    const lastEventId = request.headers['last-event-id']
    const connection = {
      lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId,
      authorization: request.headers.authorization,
      response,
    }
    const take = waiting.shift()
    if (take === undefined) arrived.push(connection)
    else take(connection)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`,
    next: () =>
      new Promise((resolve) => {
        const connection = arrived.shift()
        if (connection === undefined) waiting.push(resolve)
        else resolve(connection)
      }),
  }
}

function open(address: string, onRefused = () => undefined): LiveStream {
  const stream = liveStream(address, async () => ({ authorization: 'Bearer t' }), onRefused)
  onTestFinished(stream.open())
  return stream
}

const becomes = (stream: LiveStream, status: string): Promise<void> =>
  new Promise((resolve) => {
    const look = () => stream.status() === status && resolve()
    stream.onStatus(look)
    look()
  })

const frameOf = (stream: LiveStream): Promise<string> =>
  new Promise((resolve) => {
    const stop = stream.onFrame(({ data }) => {
      stop()
      resolve(data)
    })
  })

const begin = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

describe('liveStream', () => {
  it('brings frames, and goes on behind the last one when the connection breaks', async () => {
    const server = await openServer()
    const stream = open(server.address)
    const first = await server.next()
    expect(first).toMatchObject({ lastEventId: undefined, authorization: 'Bearer t' })
    const one = frameOf(stream)
    begin(first.response).write('id: 41\ndata: one\n\n')
    expect(await one).toBe('one')
    expect(stream.status()).toBe('live')

    first.response.destroy()
    const second = await server.next()
    expect(second.lastEventId).toBe('41')
    const two = frameOf(stream)
    begin(second.response).write('id: 42\ndata: two\n\n')
    expect(await two).toBe('two')
  })

  it('tries again after an answer that is no stream', async () => {
    const server = await openServer()
    const stream = open(server.address)
    ;(await server.next()).response.writeHead(503).end()
    await becomes(stream, 'lost')
    begin((await server.next()).response).write(': here\n\n')
    await becomes(stream, 'live')
    expect(stream.status()).toBe('live')
  })

  it('says so when it is refused', async () => {
    const server = await openServer()
    const refused = new Promise<string>((resolve) => {
      open(server.address, () => void resolve('refused'))
    })
    ;(await server.next()).response.writeHead(401).end()
    expect(await refused).toBe('refused')
  })
})
