import type { ModelMessage, Wire } from '../frame/model-script.js'
import { serverSentEvents, textIn } from './wire-text.js'

interface Body {
  model?: string
  stream?: boolean
  messages?: { role: string; content: unknown }[]
  tools?: { function?: { name?: string } }[]
}

/** The chat-completions form that most compatible servers speak. */
export const chatCompletions: Wire = {
  read: (path, raw) => {
    const { messages, tools } = raw as Body
    if (!path.endsWith('/chat/completions') || messages === undefined) return null
    return {
      messages: messages.map(({ role, content }) => ({
        role: roleOf(role),
        text: textIn(content),
      })),
      tools: (tools ?? []).map((tool) => tool.function?.name ?? ''),
    }
  },
  write: ({ text, call, promptTokens }, { body, serial }) => {
    const { model = 'scripted', stream } = body as Body
    const calls =
      call === null
        ? {}
        : {
            tool_calls: [
              {
                index: 0,
                id: `call_${serial}`,
                type: 'function',
                function: { name: call.name, arguments: JSON.stringify(call.args) },
              },
            ],
          }
    const message = { role: 'assistant', content: text, ...calls }
    const finish = call === null ? 'stop' : 'tool_calls'
    const usage = {
      prompt_tokens: promptTokens,
      completion_tokens: 10,
      total_tokens: promptTokens + 10,
    }
    const head = { id: `chat_${serial}`, created: 1_700_000_000, model }
    if (stream !== true) {
      const choices = [{ index: 0, message, finish_reason: finish }]
      const whole = { ...head, object: 'chat.completion', choices, usage }
      return { contentType: 'application/json', body: JSON.stringify(whole) }
    }
    const chunk = (choice: object, rest: object = {}) => ({
      data: {
        ...head,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, ...choice }],
        ...rest,
      },
    })
    const events = [
      chunk({ delta: message, finish_reason: null }),
      chunk({ delta: {}, finish_reason: finish }, { usage }),
    ]
    return { contentType: 'text/event-stream', body: `${serverSentEvents(events)}data: [DONE]\n\n` }
  },
}

const roleOf = (role: string): ModelMessage['role'] =>
  role === 'developer' ? 'system' : (role as ModelMessage['role'])
