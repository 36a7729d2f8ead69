import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const JOINED = {
  token: `rt_${'a'.repeat(43)}`,
  project: 'shop',
  person: 'abcd1234',
  role: 'member',
  expiresAt: '2099-01-01T00:00:00.000Z',
}

export type Lie = (response: ServerResponse, path: string) => void

/** A server that lets everybody in, and then answers what it likes. Returns the link of an invite. */
export async function openLiar(answer: Lie): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url?.endsWith('/join')) response.end(JSON.stringify(JOINED))
    else answer(response, request.url ?? '')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/#join=${'c'.repeat(43)}`
}

export const says =
  (value: unknown): Lie =>
  (response) =>
    response.end(JSON.stringify(value))

/** Facts of its own, and no proposals. */
export const facts =
  (fields: object): Lie =>
  (response, path) => {
    const isAsked = path.endsWith('/proposals')
    says(isAsked ? { proposals: [] } : { rows: [], next: 0, more: false, ...fields })(
      response,
      path,
    )
  }

/** Sends until the other side has had enough. */
export const endless: Lie = (response) => {
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  const more = (): void => {
    if (!response.destroyed) response.write(chunk, more)
  }
  more()
}
