import type { ModelMessage, Wire } from '../frame/model-script.js'
import { serverSentEvents, textIn } from './wire-text.js'

interface Body {
  instructions?: string
  input?: { type?: string; role?: string; content?: unknown; output?: unknown }[]
  tools?: { name?: string; type?: string }[]
}

/** The Responses API, streamed. */
export const responses: Wire = {
  read: (path, raw) => {
    const { instructions = '', input, tools } = raw as Body
    if (!path.endsWith('/responses') || input === undefined) return null
    return {
      messages: [{ role: 'system', text: instructions }, ...input.map(toMessage)],
      tools: (tools ?? []).map(({ name, type }) => name ?? type ?? ''),
    }
  },
  write: ({ text, call, promptTokens }, { serial }) => {
    const items = [
      {
        type: 'message',
        role: 'assistant',
        id: `msg_${serial}`,
        content: [{ type: 'output_text', text }],
      },
      ...(call === null
        ? []
        : [
            {
              type: 'function_call',
              id: `fc_${serial}`,
              call_id: `call_${serial}`,
              name: call.name,
              arguments: JSON.stringify(call.args),
            },
          ]),
    ]
    const id = `resp_${serial}`
    const usage = {
      input_tokens: promptTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: promptTokens + 10,
    }
    const events = [
      { type: 'response.created', response: { id } },
      ...items.flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ]),
      { type: 'response.completed', response: { id, usage } },
    ].map((data) => ({ event: data.type, data }))
    return { contentType: 'text/event-stream', body: serverSentEvents(events) }
  },
}

function toMessage({
  type,
  role,
  content,
  output,
}: NonNullable<Body['input']>[number]): ModelMessage {
  if (type?.endsWith('_output')) return { role: 'tool', text: textIn(output) }
  const known = role === 'developer' ? 'system' : ((role ?? 'assistant') as ModelMessage['role'])
  return { role: known, text: textIn(content) }
}
