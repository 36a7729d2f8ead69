import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One question to the model, as far as a script looks at it. */
export interface ChatRequest {
  system: string
  /** All that stands in the conversation, one text a message. */
  messages: { role: string; text: string }[]
  /** The last text that a user, or somebody in their name, wrote. */
  lastUser: string
  lastRole: string
  hasTools: boolean
}

export interface ChatReply {
  text?: string
  /** Tools to call, by name. */
  calls?: { name: string; args: Record<string, unknown> }[]
  promptTokens?: number
  /** Never ends the answer; the client has to give up. */
  hangs?: boolean
  /** An HTTP failure instead of an answer. */
  status?: number
}

export type ChatScript = (request: ChatRequest) => ChatReply

export interface ChatServer {
  port: number
  /** Every question so far, in order. */
  requests: ChatRequest[]
  close(): Promise<void>
}

/** A model on loopback that says what a script says, as streamed chat completions. */
export async function openChatServer(script: ChatScript): Promise<ChatServer> {
  const requests: ChatRequest[] = []
  const server = createServer((request, response) => {
    void answer(request, response, script, requests).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: ChatScript,
  requests: ChatRequest[],
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
    messages: { role: string; content: unknown }[]
    tools?: unknown[]
  }
  const asked = toRequest(body)
  requests.push(asked)
  const reply = script(asked)
  if (reply.status !== undefined) {
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: 'scripted failure', type: 'scripted' } }))
    return
  }
  stream(response, reply, requests.length)
}

function toRequest(body: {
  messages: { role: string; content: unknown }[]
  tools?: unknown[]
}): ChatRequest {
  const messages = body.messages.map(({ role, content }) => ({ role, text: textOf(content) }))
  return {
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ text }) => text)
      .join('\n'),
    messages,
    lastUser: messages.findLast(({ role }) => role === 'user')?.text ?? '',
    lastRole: messages.at(-1)?.role ?? '',
    hasTools: (body.tools ?? []).length > 0,
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => String((part as { text?: unknown }).text ?? '')).join('\n')
}

function stream(response: ServerResponse, reply: ChatReply, number: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunk = (fields: object) =>
    response.write(
      `data: ${JSON.stringify({ id: `c${number}`, object: 'chat.completion.chunk', created: 1, model: 'scripted', ...fields })}\n\n`,
    )
  const delta = (delta: object, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: finish }] })
  delta({ role: 'assistant', content: reply.text ?? '' })
  if (reply.hangs) return
  const calls = reply.calls ?? []
  for (const [index, { name, args }] of calls.entries()) {
    const call = { name, arguments: JSON.stringify(args) }
    const id = `call_${number}_${index}`
    delta({ tool_calls: [{ index, id, type: 'function', function: call }] })
  }
  delta({}, calls.length > 0 ? 'tool_calls' : 'stop')
  const prompt_tokens = reply.promptTokens ?? 100
  chunk({
    choices: [],
    usage: { prompt_tokens, completion_tokens: 20, total_tokens: prompt_tokens + 20 },
  })
  response.end('data: [DONE]\n\n')
}
