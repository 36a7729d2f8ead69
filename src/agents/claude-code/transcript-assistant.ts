import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryPlace, TranscriptSink } from '../../agent.js'
import type { TokenUsage } from '../../schema/token-usage.js'
import { asInteger, asList, asRecord, asText } from '../../util/loose-json.js'
import { nameCall } from '../nameless-calls.js'
import { asTokens, readUsage } from '../read-usage.js'
import { addToolCall } from '../tool-reader.js'
import { claudeTools } from './tools.js'
import type { ClaudeState } from './transcript-state.js'

const MAX_TEXT = 16_000
/** What was read from the cache or put there stands beside the input. */
const USED = {
  input: 'input_tokens',
  cacheRead: 'cache_read_input_tokens',
  cacheWrite: 'cache_creation_input_tokens',
  output: 'output_tokens',
}

/** A line of the agent's: one block a line as a rule, all blocks of a message in some versions. */
export function readAssistant(
  line: Record<string, unknown>,
  place: EntryPlace,
  state: ClaudeState,
  sink: TranscriptSink,
): void {
  const message = asRecord(line['message'])
  if (line['isApiErrorMessage'] === true) {
    return sink.entry({
      kind: 'error',
      ...place,
      text: clipSafely(textOf(message['content']), 500),
    })
  }
  const model = asText(message['model'])
  if (!place.sidechain && model !== null) sink.facts({ model })
  const source = { id: asText(message['id']), at: place.at, model }
  sink.usage(readOwnUsage(asRecord(message['usage'])), source)
  const { content } = message
  if (typeof content === 'string') return readText(content, line, message, place, sink)
  for (const part of asList(content)) {
    const block = asRecord(part)
    if (block['type'] === 'text') readText(asText(block['text']) ?? '', line, message, place, sink)
    else if (block['type'] === 'tool_use') readToolUse(block, place, state, sink)
  }
}

function readOwnUsage(told: Record<string, unknown>): TokenUsage | null {
  const used = readUsage(told, USED)
  const hour = asTokens(asRecord(told['cache_creation'])['ephemeral_1h_input_tokens'])
  return used === null || hour === 0
    ? used
    : { ...used, cacheWriteHour: Math.min(hour, used.cacheWrite) }
}

function readText(
  text: string,
  line: Record<string, unknown>,
  message: Record<string, unknown>,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  if (text.trim() === '') return
  const cut = line['isAbortedMidStream'] === true || message['stop_reason'] === 'max_tokens'
  sink.entry({
    kind: 'agent',
    at: place.at,
    sidechain: place.sidechain,
    text: clipSafely(text, MAX_TEXT),
    messageId: asText(message['id']),
    completed: !cut,
    outputTokens: asInteger(asRecord(message['usage'])['output_tokens']),
  })
}

function readToolUse(
  block: Record<string, unknown>,
  place: EntryPlace,
  state: ClaudeState,
  sink: TranscriptSink,
): void {
  const callId = asText(block['id']) ?? nameCall(state)
  const tool = asText(block['name']) ?? 'unknown'
  addToolCall({ callId, tool, input: asRecord(block['input']) }, claudeTools, place, sink)
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map((block) => asText(asRecord(block)['text']) ?? '')
    .join('\n')
}
