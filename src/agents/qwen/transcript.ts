/**
 * Qwen Code's chats: lines of `{type, provenance, message: {parts}}` come in, normalised entries go
 * out. Who wrote a user's line is told by its `provenance`; feedback of hooks is not written down.
 */
import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryPlace, TranscriptReader, TranscriptSink } from '../../agent.js'
import { asInstant, asInteger, asList, asRecord, asText } from '../../util/loose-json.js'
import { openingLines } from '../opening-lines.js'
import { splitTotal } from '../read-usage.js'
import { addToolCall, addToolResult } from '../tool-reader.js'
import { qwenTools } from './tools.js'

type Line = Readonly<Record<string, unknown>>

export const transcriptReader: TranscriptReader = {
  recognises: (opening) =>
    openingLines(opening, 1).some((line) =>
      /"provenance"\s*:\s*"(?:real_user|assistant_output|tool_result|system)"/.test(line),
    ),
  begin: () => ({}),
  read: (value, _state, sink) => readLine(asRecord(value), sink),
}

function readLine(line: Line, sink: TranscriptSink): void {
  const place = { at: asInstant(line['timestamp']), sidechain: line['isSidechain'] === true }
  switch (line['type']) {
    case 'user':
      return readPerson(line, place, sink)
    case 'assistant':
      return readAgent(line, place, sink)
    case 'tool_result':
      return readToolResult(line, place, sink)
    case 'system':
      if (line['subtype'] === 'chat_compression') {
        sink.entry({ kind: 'compaction', ...place, trigger: 'unknown' })
      }
      return
    default:
      sink.skip(
        typeof line['type'] === 'string' ? 'lines of an unknown type' : 'lines without a type',
      )
  }
}

function readPerson(line: Line, place: EntryPlace, sink: TranscriptSink): void {
  for (const key of ['sessionId', 'cwd'] as const) {
    const value = line[key]
    if (typeof value === 'string') sink.facts({ [key]: value })
  }
  // What hooks added is another part of the message; this is what the person typed.
  const typed = asText(asRecord(line['systemPayload'])['displayText'])
  const text = typed ?? textOf(line)
  if (text.trim() === '') return
  if (line['provenance'] === 'real_user' && !place.sidechain) {
    sink.entry({ kind: 'human', ...place, text: clipSafely(text, 8_000) })
  } else sink.entry({ kind: 'synthetic', ...place, source: 'meta', text: clipSafely(text, 1_000) })
}

const USED = {
  total: 'totalTokenCount',
  prompt: 'promptTokenCount',
  cached: 'cachedContentTokenCount',
  answer: 'candidatesTokenCount',
  thoughts: 'thoughtsTokenCount',
}

function readAgent(line: Line, place: EntryPlace, sink: TranscriptSink): void {
  const model = asText(line['model'])
  if (model !== null) sink.facts({ model })
  const source = { id: asText(line['uuid']), at: place.at, model }
  sink.usage(splitTotal(asRecord(line['usageMetadata']), USED), source)
  const text = textOf(line)
  if (text.trim() !== '') {
    sink.entry({
      kind: 'agent',
      ...place,
      text: clipSafely(text, 16_000),
      messageId: asText(line['uuid']),
      completed: true,
      outputTokens: asInteger(asRecord(line['usageMetadata'])['candidatesTokenCount']),
    })
  }
  for (const part of partsOf(line)) {
    const { functionCall } = asRecord(part)
    if (functionCall !== undefined) readToolCall(asRecord(functionCall), place, sink)
  }
}

function readToolCall(call: Line, place: EntryPlace, sink: TranscriptSink): void {
  const callId = asText(call['id'])
  if (callId === null) return sink.skip('calls without an id')
  const tool = asText(call['name']) ?? 'unknown'
  addToolCall({ callId, tool, input: asRecord(call['args']) }, qwenTools, place, sink)
}

function readToolResult(line: Line, place: EntryPlace, sink: TranscriptSink): void {
  const { callId: ownId, status, resultDisplay } = asRecord(line['toolCallResult'])
  const [part] = partsOf(line)
  const told = asRecord(asRecord(part)['functionResponse'])
  const callId = asText(ownId) ?? asText(told['id'])
  if (callId === null) return sink.skip('results without a call')
  const { output, error } = asRecord(told['response'])
  const result = {
    callId,
    isFailed: status === 'error' || status === 'cancelled',
    says: asText(status) ?? '',
    // A display that is a record is a command's; other tools show a text or a difference.
    exitCode: asInteger(asRecord(resultDisplay)['exitCode']) ?? undefined,
    output: asText(output ?? error) ?? '',
  }
  addToolResult(result, qwenTools, place, sink)
}

const partsOf = (line: Line): unknown[] => asList(asRecord(line['message'])['parts'])

/** Without what the model thought. */
const textOf = (line: Line): string =>
  partsOf(line)
    .map(asRecord)
    .filter(({ thought }) => thought !== true)
    .map(({ text }) => asText(text) ?? '')
    .join('')
