/**
 * Gemini CLI's chats: one JSON document with `messages` (or, long ago, `history`), or lines of
 * which the first is a header. A call carries its result; a message may be written again when it
 * has grown, and what was told already is not told twice.
 */
import { isCompactionSummary } from '../compaction-summary.js'
import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryPlace, ReaderState, TranscriptReader, TranscriptSink } from '../../agent.js'
import { asInstant, asInteger, asList, asRecord, asText, shortHash } from '../../util/loose-json.js'
import { own } from '../../util/own.js'
import { openingLines } from '../opening-lines.js'
import { splitTotal } from '../read-usage.js'
import { addToolCall, addToolResult, exitCodeIn, kindOf } from '../tool-reader.js'
import { withoutHookContext } from './hook-context.js'
import { geminiTools } from './tools.js'

export interface GeminiState extends ReaderState {
  /** What was told of the latest messages: their texts and the calls with their states. */
  told: string[]
  sidechain: boolean
}

// As deep as `{messages: [{type}]}`.
const SPEAKER = /"type"\s*:\s*"gemini"|"role"\s*:\s*"(?:gemini|model)"/

export const transcriptReader: TranscriptReader = {
  recognises: (opening) =>
    openingLines(opening, 1).some((line) => /"projectHash"\s*:/.test(line)) ||
    openingLines(opening, 3).some((line) => SPEAKER.test(line)),
  begin: (): GeminiState => ({ told: [], sidechain: false }),
  read: (value, state, sink) => readValue(asRecord(value), state as GeminiState, sink),
  values: (document) => {
    const { messages, history, ...header } = asRecord(document)
    return [header, ...asList(messages), ...asList(history)]
  },
}

function readValue(value: Record<string, unknown>, state: GeminiState, sink: TranscriptSink): void {
  const place = { at: asInstant(value['timestamp'] ?? value['ts']), sidechain: state.sidechain }
  switch (value['type'] ?? value['role']) {
    case 'user':
      return readPerson(value, place, state, sink)
    case 'gemini':
    case 'model':
      return readAgent(value, place, state, sink)
    case 'info':
      // The client's own line for an Escape.
      if (textOf(value) === 'Request cancelled.') sink.entry({ kind: 'interrupt', ...place })
      return
    case 'error':
      return sink.entry({ kind: 'error', ...place, text: clipSafely(textOf(value), 500) })
    case 'warning':
      return
    case undefined:
      return readHeader(value, state, sink)
    default:
      sink.skip('messages of an unknown type')
  }
}

function readHeader(
  value: Record<string, unknown>,
  state: GeminiState,
  sink: TranscriptSink,
): void {
  if (value['kind'] === 'subagent') state.sidechain = true
  if (typeof value['sessionId'] === 'string') sink.facts({ sessionId: value['sessionId'] })
  const model = asText(asRecord(value['meta'])['model'])
  if (model !== null) sink.facts({ model })
}

function readPerson(
  value: Record<string, unknown>,
  place: EntryPlace,
  state: GeminiState,
  sink: TranscriptSink,
): void {
  const text = withoutHookContext(textOf(value))
  if (text === '' || !isNews(value, `user ${text}`, state)) return
  if (isCompactionSummary(text)) {
    sink.entry({ kind: 'compaction', ...place, trigger: 'unknown' })
    const source = 'compaction-summary'
    sink.entry({ kind: 'synthetic', ...place, source, text: clipSafely(text, 1_000) })
  } else if (place.sidechain)
    sink.entry({ kind: 'synthetic', ...place, source: 'meta', text: clipSafely(text, 1_000) })
  else sink.entry({ kind: 'human', ...place, text: clipSafely(text, 8_000) })
}

const USED = {
  total: 'total',
  prompt: 'input',
  cached: 'cached',
  answer: 'output',
  thoughts: 'thoughts',
}

function readAgent(
  value: Record<string, unknown>,
  place: EntryPlace,
  state: GeminiState,
  sink: TranscriptSink,
): void {
  const model = asText(value['model'])
  if (model !== null) sink.facts({ model })
  const source = { id: asText(value['id']), at: place.at, model }
  sink.usage(splitTotal(asRecord(value['tokens']), USED), source)
  const text = textOf(value)
  if (text.trim() !== '' && isNews(value, `agent ${text}`, state)) {
    sink.entry({
      kind: 'agent',
      ...place,
      text: clipSafely(text, 16_000),
      messageId: asText(value['id']),
      completed: true,
      outputTokens: asInteger(asRecord(value['tokens'])['output']),
    })
  }
  for (const call of asList(value['toolCalls'])) {
    readToolCall(asRecord(call), place, (what) => isNews(value, what, state), sink)
  }
}

function isNews(value: Record<string, unknown>, what: string, { told }: GeminiState): boolean {
  const id = asText(value['id'])
  if (id === null) return true
  const key = shortHash(`${id} ${what}`)
  if (told.includes(key)) return false
  told.push(key)
  if (told.length > 60) told.shift()
  return true
}

function textOf(value: Record<string, unknown>): string {
  const content = value['content'] ?? value['parts']
  return (
    asText(content) ??
    asList(content)
      .map((part) => asText(asRecord(part)['text']) ?? '')
      .join('')
  )
}

/** Whether a call that has come to an end failed, by its status. */
const FAILED: Readonly<Record<string, boolean>> = {
  success: false,
  completed: false,
  error: true,
  cancelled: true,
}

/** A call with its result in it. `isNews` keeps what was told at an earlier writing. */
function readToolCall(
  call: Record<string, unknown>,
  place: EntryPlace,
  isNews: (what: string) => boolean,
  sink: TranscriptSink,
): void {
  const callId = asText(call['id'])
  if (callId === null) return sink.skip('calls without an id')
  const tool = asText(call['name']) ?? 'unknown'
  if (isNews(`call ${callId}`)) {
    addToolCall({ callId, tool, input: asRecord(call['args']) }, geminiTools, place, sink)
  }
  const says = asText(call['status']) ?? ''
  const isFailed = own(FAILED, says)
  if (isFailed === undefined || !isNews(`result ${callId}`)) return
  const output = outputOf(call)
  const told = kindOf(tool, geminiTools) === 'command' ? exitCodeIn(output, geminiTools) : null
  // A command that the client says nothing of ended with 0.
  const exitCode = told ?? (isFailed ? null : 0)
  addToolResult({ callId, isFailed, says, exitCode, output }, geminiTools, place, sink)
}

function outputOf(call: Record<string, unknown>): string {
  const [first] = asList(call['result'])
  const response = asRecord(asRecord(asRecord(first)['functionResponse'])['response'])
  return asText(response['output'] ?? response['error']) ?? asText(call['resultDisplay']) ?? ''
}
