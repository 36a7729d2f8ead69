/**
 * Droid's sessions: lines of `{type: "message", message: {role, content}}` come in, normalised entries
 * go out. What hooks did stands there too, for its user only, and is passed over. What its models used
 * stands beside it, as a sum of the session.
 */
import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryPlace, TranscriptReader, TranscriptSink } from '../../agent.js'
import { asInstant, asList, asRecord, asText } from '../../util/loose-json.js'
import { openingLines } from '../opening-lines.js'
import { readUsage } from '../read-usage.js'
import { addToolCall, addToolResult } from '../tool-reader.js'
import { droidTools } from './tools.js'

type Line = Readonly<Record<string, unknown>>

export const transcriptReader: TranscriptReader = {
  recognises: (opening) =>
    openingLines(opening, 1).some(
      (line) => /"type"\s*:\s*"session_start"/.test(line) && /"hostId"|"owner"/.test(line),
    ),
  begin: () => ({}),
  beside: (file) => file.replace(/\.jsonl$/, '.settings.json'),
  read: (value, _state, sink) => {
    const line = asRecord(value)
    const place = { at: asInstant(line['timestamp']), sidechain: false }
    switch (line['type']) {
      case 'session_start':
        return readStart(line, sink)
      case 'message':
        return readMessage(line, place, sink)
      case 'compaction_state':
        return sink.entry({ kind: 'compaction', ...place, trigger: 'unknown' })
      default:
        if (line['tokenUsage'] !== undefined) readUsed(line, sink)
        else if (typeof line['type'] !== 'string') sink.skip('lines without a type')
    }
  },
}

function readStart(line: Line, sink: TranscriptSink): void {
  const [sessionId, cwd] = [asText(line['id']), asText(line['cwd'])]
  sink.facts({ ...(sessionId === null ? {} : { sessionId }), ...(cwd === null ? {} : { cwd }) })
}

const USED = {
  input: 'inputTokens',
  cacheRead: 'cacheReadTokens',
  cacheWrite: 'cacheCreationTokens',
  output: 'outputTokens',
} as const

/** Read anew each time, under one id: it is a sum, and takes the place of the one before. */
function readUsed(settings: Line, sink: TranscriptSink): void {
  const used = readUsage(asRecord(settings['tokenUsage']), USED)
  sink.usage(used, { id: 'session', at: null, model: asText(settings['model']) })
}

function readMessage(line: Line, place: EntryPlace, sink: TranscriptSink): void {
  const message = asRecord(line['message'])
  // What its user sees and its model does not.
  if (message['visibility'] === 'user_only') return
  const blocks = asList(message['content']).map(asRecord)
  const text = blocks
    .filter(({ type }) => type === 'text')
    .map((block) => asText(block['text']) ?? '')
    .join('\n')
  if (message['role'] === 'assistant') readAgent(text, line, place, sink)
  else if (text.trim() !== '') readUser(text, message, place, sink)
  for (const block of blocks) {
    if (block['type'] === 'tool_use') readCall(block, place, sink)
    else if (block['type'] === 'tool_result') readResult(block, place, sink)
  }
}

/** What the client adds by itself names no mode that it was said in. */
function readUser(text: string, message: Line, place: EntryPlace, sink: TranscriptSink): void {
  if (typeof message['interactionMode'] === 'string') {
    sink.entry({ kind: 'human', ...place, text: clipSafely(text, 8_000) })
  } else sink.entry({ kind: 'synthetic', ...place, source: 'meta', text: clipSafely(text, 1_000) })
}

function readAgent(text: string, line: Line, place: EntryPlace, sink: TranscriptSink): void {
  const model = asText(asRecord(line['message'])['modelId'])
  if (model !== null) sink.facts({ model })
  if (text.trim() === '') return
  sink.entry({
    kind: 'agent',
    ...place,
    text: clipSafely(text, 16_000),
    messageId: asText(line['id']),
    completed: true,
    outputTokens: null,
  })
}

function readCall(block: Line, place: EntryPlace, sink: TranscriptSink): void {
  const callId = asText(block['id'])
  if (callId === null) return sink.skip('calls without an id')
  const tool = asText(block['name']) ?? 'unknown'
  addToolCall({ callId, tool, input: asRecord(block['input']) }, droidTools, place, sink)
}

function readResult(block: Line, place: EntryPlace, sink: TranscriptSink): void {
  const callId = asText(block['tool_use_id'])
  if (callId === null) return sink.skip('results without a call')
  const output =
    asText(block['content']) ??
    asList(block['content'])
      .map((part) => asText(asRecord(part)['text']) ?? '')
      .join('\n')
  addToolResult({ callId, isFailed: block['is_error'] === true, output }, droidTools, place, sink)
}
