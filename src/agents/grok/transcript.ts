/**
 * Grok Build's `chat_history.jsonl`: the messages of its model, one a line, come in; normalised entries
 * go out. Its lines have no times. What no person typed is told by `synthetic_reason`.
 */
import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryPlace, TranscriptReader, TranscriptSink } from '../../agent.js'
import { asList, asRecord, asText } from '../../util/loose-json.js'
import { parseJsonObject } from '../../util/parse-json.js'
import { openingLines } from '../opening-lines.js'
import { addToolCall, addToolResult } from '../tool-reader.js'
import { grokTools } from './tools.js'

type Line = Readonly<Record<string, unknown>>

const PLACE: EntryPlace = { at: null, sidechain: false }

export const transcriptReader: TranscriptReader = {
  recognises: (opening) =>
    openingLines(opening, 1).some((line) => line.startsWith('{"type":"system","content":"')),
  begin: () => ({}),
  read: (value, _state, sink) => {
    const line = asRecord(value)
    if (line['type'] === 'user') readUser(line, sink)
    else if (line['type'] === 'assistant') readAgent(line, sink)
    else if (line['type'] === 'tool_result') readResult(line, sink)
    else if (typeof line['type'] !== 'string') sink.skip('lines without a type')
  },
}

/** What a person asked is wrapped by the client; what it adds itself is not. */
const QUERY = /^<user_query>\n?([\s\S]*?)\n?<\/user_query>\s*$/

function readUser(line: Line, sink: TranscriptSink): void {
  const text = textOf(line['content'])
  const [, query] = QUERY.exec(text) ?? []
  const reason = asText(line['synthetic_reason'])
  if (query !== undefined && reason === null) {
    return sink.entry({ kind: 'human', ...PLACE, text: clipSafely(query, 8_000) })
  }
  const source = reason === 'stop_hook_feedback' ? 'hook-feedback' : 'meta'
  sink.entry({ kind: 'synthetic', ...PLACE, source, text: clipSafely(text, 1_000) })
}

function readAgent(line: Line, sink: TranscriptSink): void {
  if (typeof line['model_id'] === 'string') sink.facts({ model: line['model_id'] })
  const text = textOf(line['content'])
  if (text.trim() !== '') {
    sink.entry({
      kind: 'agent',
      ...PLACE,
      text: clipSafely(text, 16_000),
      messageId: null,
      completed: true,
      outputTokens: null,
    })
  }
  for (const call of asList(line['tool_calls']).map(asRecord)) {
    const callId = asText(call['id'])
    if (callId === null) sink.skip('calls without an id')
    else {
      const input = parseJsonObject(asText(call['arguments']) ?? '') ?? {}
      const tool = asText(call['name']) ?? 'unknown'
      addToolCall({ callId, tool, input }, grokTools, PLACE, sink)
    }
  }
}

function readResult(line: Line, sink: TranscriptSink): void {
  const callId = asText(line['tool_call_id'])
  if (callId === null) return sink.skip('results without a call')
  const output = textOf(line['content'])
  addToolResult({ callId, isFailed: null, output }, grokTools, PLACE, sink)
}

const textOf = (content: unknown): string =>
  asText(content) ??
  asList(content)
    .map((part) => asText(asRecord(part)['text']) ?? '')
    .join('\n')
