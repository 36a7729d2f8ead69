/**
 * Cursor's transcripts, by what is written about them: lines of `{role, message: {content}}` come in,
 * normalised entries go out. They have no times, and often no results of calls.
 */
import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryPlace, TranscriptReader, TranscriptSink } from '../../agent.js'
import { asList, asRecord, asText } from '../../util/loose-json.js'
import { openingLines } from '../opening-lines.js'
import { addToolCall, addToolResult } from '../tool-reader.js'
import { cursorTools } from './tools.js'

const PLACE: EntryPlace = { at: null, sidechain: false }

export const transcriptReader: TranscriptReader = {
  recognises: (opening) =>
    openingLines(opening, 1).some((line) => /^\{"role":"(?:user|assistant)","message":/.test(line)),
  begin: () => ({}),
  read: (value, _state, sink) => {
    const line = asRecord(value)
    const blocks = asList(asRecord(line['message'])['content']).map(asRecord)
    const text = blocks
      .filter(({ type }) => type === 'text')
      .map((block) => asText(block['text']) ?? '')
      .join('\n')
    if (text.trim() !== '') readText(line['role'], text, sink)
    for (const block of blocks) readBlock(block, sink)
  },
}

const QUERY = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/

function readText(role: unknown, text: string, sink: TranscriptSink): void {
  if (role === 'user') {
    const [, query = text] = QUERY.exec(text) ?? []
    return sink.entry({ kind: 'human', ...PLACE, text: clipSafely(query, 8_000) })
  }
  if (role !== 'assistant') return sink.skip('lines of an unknown role')
  sink.entry({
    kind: 'agent',
    ...PLACE,
    text: clipSafely(text, 16_000),
    messageId: null,
    completed: true,
    outputTokens: null,
  })
}

function readBlock(block: Readonly<Record<string, unknown>>, sink: TranscriptSink): void {
  const callId = asText(block['id'] ?? block['tool_use_id'])
  if (block['type'] === 'tool_use' && callId !== null) {
    const tool = asText(block['name']) ?? 'unknown'
    addToolCall({ callId, tool, input: asRecord(block['input']) }, cursorTools, PLACE, sink)
  } else if (block['type'] === 'tool_result' && callId !== null) {
    const output = asText(block['content']) ?? ''
    addToolResult(
      { callId, isFailed: block['is_error'] === true, output },
      cursorTools,
      PLACE,
      sink,
    )
  }
}
