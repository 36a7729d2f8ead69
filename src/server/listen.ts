import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address } from '../wiring/programs.js'
import { ReflectError } from '../schema/error.js'

/** Resolves to the port when the server listens there. */
export function listen(server: HttpServer, { host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cantListen(host, port, cause)))
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

const WHY: Readonly<Record<string, { says: string; remedy: string }>> = {
  EADDRINUSE: {
    says: 'is taken by another program',
    remedy: 'Take another port (--port 0 finds a free one), or use the server that runs there.',
  },
  EACCES: { says: "can't be used by you", remedy: 'Take a port from 1024 on.' },
  EADDRNOTAVAIL: {
    says: 'is not an address of this machine',
    remedy: 'Leave --host out, or name an address of this machine.',
  },
}

function cantListen(host: string, port: number, cause: NodeJS.ErrnoException): ReflectError {
  const known = WHY[cause.code ?? '']
  return new ReflectError('io-failed', `${host}:${port} ${known?.says ?? cause.message}`, {
    cause,
    remedy: known?.remedy ?? 'Check --host and --port.',
  })
}
