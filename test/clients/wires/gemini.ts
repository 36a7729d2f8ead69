import type { ModelMessage, Wire } from '../frame/model-script.js'
import { serverSentEvents } from './wire-text.js'

interface Part {
  text?: string
  functionCall?: object
  functionResponse?: { response?: unknown }
}
interface Content {
  role?: string
  parts?: Part[]
}
interface Body {
  systemInstruction?: Content
  contents?: Content[]
  tools?: { functionDeclarations?: { name: string }[] }[]
}

/** The Gemini API: one answer, streamed or whole. */
export const gemini: Wire = {
  read: (path, raw) => {
    const { systemInstruction, contents, tools } = raw as Body
    if (!/[gG]enerateContent/.test(path) || contents === undefined) return null
    return {
      messages: [
        { role: 'system', text: textOf(systemInstruction) },
        ...contents.flatMap(toMessages),
      ],
      tools: (tools ?? []).flatMap(({ functionDeclarations }) =>
        (functionDeclarations ?? []).map(({ name }) => name),
      ),
    }
  },
  write: ({ text, call, promptTokens }, { path }) => {
    const parts = [{ text }, ...(call === null ? [] : [{ functionCall: call }])]
    const answer = {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: promptTokens,
        candidatesTokenCount: 10,
        totalTokenCount: promptTokens + 10,
      },
      modelVersion: 'scripted',
    }
    return path.includes('stream')
      ? { contentType: 'text/event-stream', body: serverSentEvents([{ data: answer }]) }
      : { contentType: 'application/json', body: JSON.stringify(answer) }
  },
}

function toMessages({ role, parts = [] }: Content): ModelMessage[] {
  const results = parts.filter((part) => part.functionResponse !== undefined)
  const text = textOf({ parts })
  return [
    ...results.map(({ functionResponse }): ModelMessage => ({
      role: 'tool',
      text: JSON.stringify(functionResponse?.response ?? null),
    })),
    ...(text === '' && results.length > 0
      ? []
      : [{ role: role === 'model' ? ('assistant' as const) : ('user' as const), text }]),
  ]
}

const textOf = (content: Content | undefined): string =>
  (content?.parts ?? []).map(({ text = '' }) => text).join('')
