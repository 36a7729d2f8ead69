import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectionOf, findPeer } from './peer-process.js'

const server = createServer()
let port = 0
beforeAll(async () => {
  server.listen(0, '::')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

async function open(host: string, localAddress: string, localPort: number): Promise<Socket[]> {
  const asks = connect({ host, port, localAddress, ...(localPort === 0 ? {} : { localPort }) })
  const [taken] = (await once(server, 'connection')) as [Socket]
  return [asks, taken]
}

const isLinux = process.platform === 'linux'

it.runIf(isLinux)('the peer is the socket with both addresses and both ports', async () => {
  const [first, taken] = await open('127.0.0.1', '127.0.0.1', 0)
  const known = connectionOf(taken!)!
  expect(findPeer(known, 'linux')).toBe(process.pid)
  const alike = connectionOf({
    remoteAddress: '127.0.0.5',
    remotePort: taken!.remotePort!,
    localAddress: '127.0.0.1',
    localPort: port,
  })!
  // Its ports are those of the first connection, and its address is not.
  expect(findPeer(alike, 'linux')).toBe(null)
  for (const socket of [first, taken]) socket!.destroy()
})

it.each([
  ['127.0.0.1', '00000000000000000000ffff7f000001:80'],
  ['::ffff:127.0.0.1', '00000000000000000000ffff7f000001:80'],
  ['::ffff:7f00:1', '00000000000000000000ffff7f000001:80'],
  ['::1', '00000000000000000000000000000001:80'],
  ['fe80::1%lo', 'fe800000000000000000000000000001:80'],
  ['2001:db8:0:0:0:0:0:2', '20010db8000000000000000000000002:80'],
  ['localhost', undefined],
])('the end %s port 80 is %s', (address, end) => {
  const ends = { remoteAddress: address, remotePort: 80, localAddress: '::1', localPort: 81 }
  expect(connectionOf(ends)?.from).toBe(end)
})
