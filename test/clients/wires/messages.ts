import type { ModelMessage, Wire } from '../frame/model-script.js'
import { serverSentEvents, textIn } from './wire-text.js'

interface Block {
  type?: string
  text?: string
  content?: unknown
}
interface Body {
  model?: string
  stream?: boolean
  system?: unknown
  messages?: { role: string; content: string | Block[] }[]
  tools?: { name?: string }[]
}

/** The Messages API, streamed or whole. */
export const messages: Wire = {
  read: (path, raw) => {
    const { system, messages, tools } = raw as Body
    if (!/\/v1\/messages(?:\?|$)/.test(path) || messages === undefined) return null
    return {
      messages: [{ role: 'system', text: textIn(system) }, ...messages.flatMap(toMessages)],
      tools: (tools ?? []).map(({ name }) => name ?? ''),
    }
  },
  write: ({ text, call, promptTokens }, { body, serial }) => {
    const { model = 'scripted', stream } = body as Body
    const content = [
      { type: 'text', text },
      ...(call === null
        ? []
        : [{ type: 'tool_use', id: `toolu_${serial}`, name: call.name, input: call.args }]),
    ]
    const stop = { stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null }
    const usage = {
      input_tokens: promptTokens,
      output_tokens: 10,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    }
    const head = { id: `msg_${serial}`, type: 'message', role: 'assistant', model, usage }
    if (stream !== true) {
      const whole = { ...head, content, ...stop }
      return { contentType: 'application/json', body: JSON.stringify(whole) }
    }
    const message = { ...head, content: [], stop_reason: null, stop_sequence: null }
    const events = [
      { type: 'message_start', message },
      ...content.flatMap((block, index) => toEvents(block, index)),
      { type: 'message_delta', delta: stop, usage: { output_tokens: 10 } },
      { type: 'message_stop' },
    ].map((data) => ({ event: data.type, data }))
    return { contentType: 'text/event-stream', body: serverSentEvents(events) }
  },
}

/** A block's start, its content in one piece, and its end. */
function toEvents(block: { type: string; text?: string; input?: object }, index: number) {
  const [empty, delta] =
    block.type === 'text'
      ? [{ text: '' }, { type: 'text_delta', text: block.text }]
      : [{ input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }]
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...empty } },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ]
}

/** Results of tools stand in the user's place, before what a user or a hook adds. */
function toMessages({ role, content }: NonNullable<Body['messages']>[number]): ModelMessage[] {
  const known = role as ModelMessage['role']
  if (typeof content === 'string') return [{ role: known, text: content }]
  return content.map((block) =>
    block.type === 'tool_result'
      ? { role: 'tool', text: textIn(block.content) }
      : { role: known, text: block.text ?? '' },
  )
}
