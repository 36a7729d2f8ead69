import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** What the server does with the next request to generate something. */
export interface Turn {
  /** What the model says; an object is said as JSON, or through the tool where one is forced. */
  say?: string | object
  status?: number
  headers?: Record<string, string>
  /** The body of a refusal. */
  body?: string
  /** Never answers. */
  hang?: boolean
  /** Sends the head of a good answer and drops the connection. */
  cut?: boolean
  /** Says in good form that the model was stopped at its limit. */
  full?: boolean
}

interface SeenRequest {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface WireServer {
  url: string
  /** Turns in the order in which requests come; the last one is repeated. */
  turns: Turn[]
  /** Models that it lists. */
  models: string[]
  requests: SeenRequest[]
  /** What a provider would put on the bill. */
  billed: { calls: number; inputTokens: number; outputTokens: number }
  close(): Promise<void>
}

/** A server on this machine that speaks the wire formats of Anthropic, OpenAI and Gemini. */
export const startWireServer = (): Promise<WireServer> => listen({ ...CLOSED, ...fresh() })

/** One server for all tests of a file or a `describe`; each finds it as new. */
export function useWireServer(): WireServer {
  const wire: WireServer = { ...CLOSED, ...fresh() }
  beforeAll(() => listen(wire))
  afterAll(() => wire.close())
  beforeEach(() => {
    Object.assign(wire, fresh())
  })
  return wire
}

const CLOSED = { url: '', close: async (): Promise<void> => undefined }

const fresh = (): Omit<WireServer, keyof typeof CLOSED> => ({
  turns: [],
  models: [],
  requests: [],
  billed: { calls: 0, inputTokens: 0, outputTokens: 0 },
})

async function listen(wire: WireServer): Promise<WireServer> {
  const server = createServer((request, response) => void answer(wire, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(wire, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

async function answer(wire: WireServer, request: IncomingMessage, response: ServerResponse) {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { method = '', url: path = '', headers } = request
  wire.requests.push({ method, path, headers, body })
  if (method === 'GET') return send(response, 200, listing(path, wire.models))
  const turn = (wire.turns.length > 1 ? wire.turns.shift() : wire.turns[0]) ?? { say: 'ok' }
  if (turn.hang) return
  if (turn.status !== undefined) return send(response, turn.status, turn.body ?? '', turn.headers)
  const good = JSON.stringify(
    toAnswer(wire, path, JSON.parse(body) as Record<string, unknown>, turn),
  )
  if (!turn.cut) return send(response, 200, good)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': good.length })
  response.write(good.slice(0, good.length / 2), () => response.destroy())
}

function send(response: ServerResponse, status: number, body: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

function listing(path: string, models: readonly string[]): string {
  if (path.startsWith('/google')) {
    return JSON.stringify({ models: models.map((name) => ({ name: `models/${name}` })) })
  }
  return JSON.stringify({ data: models.map((id) => ({ id })), has_more: false })
}

function toAnswer(wire: WireServer, path: string, request: Record<string, unknown>, turn: Turn) {
  const { say = 'ok', full = false } = turn
  const text = typeof say === 'string' ? say : JSON.stringify(say)
  const input = JSON.stringify(request).length
  const output = text.length
  wire.billed.calls += 1
  wire.billed.inputTokens += input
  wire.billed.outputTokens += output
  if (path.startsWith('/anthropic')) {
    const forced = request['tool_choice'] !== undefined && typeof say !== 'string'
    const content = forced
      ? [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: say }]
      : [{ type: 'text', text }]
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: request['model'],
      content,
      stop_reason: full ? 'max_tokens' : forced ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: output },
    }
  }
  if (path.startsWith('/google')) {
    return {
      candidates: [
        {
          content: { role: 'model', parts: [{ text }] },
          finishReason: full ? 'MAX_TOKENS' : 'STOP',
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: output,
        totalTokenCount: input + output,
      },
    }
  }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: request['model'],
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text },
        finish_reason: full ? 'length' : 'stop',
      },
    ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  }
}
