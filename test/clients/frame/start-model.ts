/**
 * A model that follows a script, on loopback. The n-th question that offers tools gets the n-th
 * reply; side questions get an empty object. It refuses nothing: what comes after the script's end
 * is answered and counted, and the test sees that it was asked too often.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ModelReply, ModelRequest, SentRequest, Wire, WireReply } from './model-script.js'

export interface ScriptedModel {
  url: string
  /** Begins another script, with nothing asked yet. */
  begin(replies: Replies, side?: SideAnswer): Asked
}

/** In order; or by what is asked, for questions of several runs. */
type Replies = readonly ModelReply[] | ((request: ModelRequest) => ModelReply)

/** What a question without tools gets. */
export type SideAnswer = (request: ModelRequest) => string

/** What a client asked while a script ran. */
export interface Asked {
  /** Questions with tools, in order. */
  requests: SentRequest[]
  /** Side questions. */
  sideRequests: SentRequest[]
  /** Method and path of what was no question at all. */
  others: string[]
}

export interface ModelSetup {
  wire: Wire
  /** The client's shell tool, as a call in its own form. */
  shellCall(command: string, tools: readonly string[]): NonNullable<WireReply['call']>
}

const AFTER_THE_END: ModelReply = { text: 'There is nothing more in the script.' }

export async function startModel(setup: ModelSetup): Promise<ScriptedModel> {
  let script = newScript([])
  const server = createServer((request, response) => void answer(script, setup, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin: (replies, side) => (script = newScript(replies, side)).asked,
  }
}

interface Script {
  replies: Replies
  side: SideAnswer
  asked: Asked
}

const newScript = (replies: Replies, side: SideAnswer = () => '{}'): Script => ({
  replies,
  side,
  asked: { requests: [], sideRequests: [], others: [] },
})

async function answer(
  { replies, side, asked: model }: Script,
  { wire, shellCall }: ModelSetup,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? ''
  const body = await readJson(request)
  const asked = body === null ? null : wire.read(path, body)
  if (body === null || asked === null) {
    model.others.push(`${request.method} ${path}`)
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    return
  }
  const isSide = asked.tools.length === 0
  const all = isSide ? model.sideRequests : model.requests
  all.push({ ...asked, whole: JSON.stringify(body) })
  const reply: ModelReply = isSide
    ? { text: side(asked) }
    : typeof replies === 'function'
      ? replies(asked)
      : (replies[all.length - 1] ?? AFTER_THE_END)
  if (reply.refuses !== undefined) {
    const error = { type: 'invalid_request_error', message: reply.text }
    const body = JSON.stringify({ type: 'error', error })
    response.writeHead(reply.refuses, { 'content-type': 'application/json' }).end(body)
    return
  }
  const { text, command, promptTokens = 100 } = reply
  const call = reply.call ?? (command === undefined ? null : shellCall(command, asked.tools))
  const serial = model.requests.length + model.sideRequests.length
  const written = wire.write({ text, call, promptTokens }, { path, body, serial })
  response.writeHead(200, { 'content-type': written.contentType })
  if (reply.hangs) response.write(`${written.body.split('\n\n')[0]!}\n\n`)
  else response.end(written.body)
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
  } catch {
    return null
  }
}
