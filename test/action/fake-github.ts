import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface FakeComment {
  id: number
  user: { login: string }
  body: string
}

export interface FakeGitHub {
  url: string
  comments: FakeComment[]
  /** Method and path of every call. */
  calls: string[]
  /** What every call that writes is answered with; null: as asked. */
  refuse: number | null
  pulls: { number: number; head: { sha: string } }[]
}

/** As much of GitHub's API as a comment takes, over HTTP on loopback; strict about what it is sent. */
export async function openFakeGitHub(repository: string): Promise<FakeGitHub> {
  const fake: FakeGitHub = { url: '', comments: [], calls: [], refuse: null, pulls: [] }
  const server = createServer((request, response) => {
    void answer(fake, repository, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

async function answer(
  fake: FakeGitHub,
  repository: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? ''
  const url = new URL(request.url ?? '', fake.url)
  fake.calls.push(`${method} ${url.pathname}`)
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (request.headers.authorization !== 'Bearer secret-token') return send(401, {})
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { body } =
    method === 'GET' ? { body: '' } : (JSON.parse(Buffer.concat(chunks).toString()) as FakeComment)
  if (method !== 'GET' && fake.refuse !== null) return send(fake.refuse, {})
  if (method !== 'GET' && body.length > 65_536) return send(422, {})
  const at = `/repos/${repository}`
  if (method === 'GET' && url.pathname === `${at}/pulls`) return send(200, fake.pulls)
  if (url.pathname === `${at}/issues/7/comments`) {
    if (method === 'GET') {
      const page = Number(url.searchParams.get('page'))
      return send(200, fake.comments.slice((page - 1) * 100, page * 100))
    }
    const user = { login: 'github-actions[bot]' }
    const made = { id: 1000 + fake.comments.length, user, body }
    fake.comments.push(made)
    return send(201, made)
  }
  const id = /\/issues\/comments\/(\d+)$/.exec(url.pathname)?.[1]
  const known = fake.comments.find((one) => one.id === Number(id))
  if (method === 'PATCH' && known !== undefined) {
    known.body = body
    return send(200, known)
  }
  return send(404, {})
}
