/**
 * Pi's sessions: a header and lines of `{type, id, parentId}` come in, normalised entries go out. A file
 * holds every branch; the lines of those that were left stand in it too, and are read in order.
 */
import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryPlace, TranscriptReader, TranscriptSink } from '../../agent.js'
import { asInstant, asInteger, asList, asRecord, asText } from '../../util/loose-json.js'
import { openingLines } from '../opening-lines.js'
import { readUsage } from '../read-usage.js'
import { addToolCall, addToolResult } from '../tool-reader.js'
import { piTools } from './tools.js'

type Line = Readonly<Record<string, unknown>>

export const transcriptReader: TranscriptReader = {
  recognises: (opening) =>
    openingLines(opening, 1).some(
      (line) => /"type"\s*:\s*"session"/.test(line) && /"version"\s*:\s*\d/.test(line),
    ),
  begin: () => ({}),
  read: (value, _state, sink) => {
    const line = asRecord(value)
    const place = { at: asInstant(line['timestamp']), sidechain: false }
    switch (line['type']) {
      case 'session':
        return readHeader(line, sink)
      case 'message':
        return readMessage(asRecord(line['message']), line, place, sink)
      case 'custom_message':
        return sink.entry({
          kind: 'synthetic',
          ...place,
          source: line['customType'] === 'reflectory' ? 'hook-feedback' : 'meta',
          text: clipSafely(textOf(line['content']), 1_000),
        })
      case 'compaction':
        return sink.entry({ kind: 'compaction', ...place, trigger: 'unknown' })
      default:
        if (typeof line['type'] !== 'string') sink.skip('lines without a type')
    }
  },
}

function readHeader(line: Line, sink: TranscriptSink): void {
  const [sessionId, cwd] = [asText(line['id']), asText(line['cwd'])]
  sink.facts({ ...(sessionId === null ? {} : { sessionId }), ...(cwd === null ? {} : { cwd }) })
}

function readMessage(message: Line, line: Line, place: EntryPlace, sink: TranscriptSink): void {
  const text = textOf(message['content'])
  switch (message['role']) {
    case 'user':
      return sink.entry({ kind: 'human', ...place, text: clipSafely(text, 8_000) })
    case 'assistant':
      return readAgent(message, text, line, place, sink)
    case 'toolResult': {
      const callId = asText(message['toolCallId'])
      if (callId === null) return sink.skip('results without a call')
      const isFailed = message['isError'] === true
      addToolResult({ callId, isFailed, output: text }, piTools, place, sink)
    }
  }
}

const USED = {
  input: 'input',
  cacheRead: 'cacheRead',
  cacheWrite: 'cacheWrite',
  output: 'output',
}

function readAgent(
  message: Line,
  text: string,
  line: Line,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const model = asText(message['model'])
  if (model !== null) sink.facts({ model })
  const usage = asRecord(message['usage'])
  sink.usage(readUsage(usage, USED), { id: asText(line['id']), at: place.at, model })
  if (text.trim() !== '') {
    sink.entry({
      kind: 'agent',
      ...place,
      text: clipSafely(text, 16_000),
      messageId: asText(line['id']),
      completed: true,
      outputTokens: asInteger(usage['output']),
    })
  }
  for (const block of asList(message['content']).map(asRecord)) {
    if (block['type'] !== 'toolCall') continue
    const callId = asText(block['id'])
    if (callId === null) sink.skip('calls without an id')
    else {
      const tool = asText(block['name']) ?? 'unknown'
      addToolCall({ callId, tool, input: asRecord(block['arguments']) }, piTools, place, sink)
    }
  }
  if (message['stopReason'] === 'aborted') sink.entry({ kind: 'interrupt', ...place })
}

const textOf = (content: unknown): string =>
  asText(content) ??
  asList(content)
    .map(asRecord)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => asText(text) ?? '')
    .join('\n')
