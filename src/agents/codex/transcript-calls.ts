import type { EntryPlace, TranscriptSink } from '../../agent.js'
import { asInteger, asRecord, asText } from '../../util/loose-json.js'
import { nameCall } from '../nameless-calls.js'
import { addToolCall, addToolResult } from '../tool-reader.js'
import { codexTools } from './tools.js'
import type { CodexState } from './transcript-state.js'

export function readToolCall(
  item: Record<string, unknown>,
  place: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  const tool =
    asText(item['name']) ??
    asText(asRecord(item['function'])['name']) ??
    (item['type'] === 'local_shell_call' ? 'local_shell' : 'unknown')
  const raw = item['arguments'] ?? item['input'] ?? item['action']
  const input = typeof raw === 'string' ? parseArguments(raw) : asRecord(raw)
  const callId = asText(item['call_id']) ?? nameCall(state)
  addToolCall({ callId, tool, input }, codexTools, place, sink)
}

/** Arguments are JSON in a text as a rule; a freeform tool's are just a text. */
function parseArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? asRecord(value) : { input: text }
  } catch {
    return { input: text }
  }
}

/** An event that tells how a command ended, before or after the model was told. */
export function rememberExit(event: Record<string, unknown>, state: CodexState): void {
  const callId = asText(event['call_id'])
  const code = asInteger(event['exit_code'])
  if (callId === null || code === null) return
  state.exits.push([callId, code])
  if (state.exits.length > 20) state.exits.shift()
}

export function readToolOutput(
  item: Record<string, unknown>,
  place: EntryPlace,
  state: CodexState,
  sink: TranscriptSink,
): void {
  const callId = asText(item['call_id']) ?? state.nameless.shift()
  if (callId === undefined) return sink.skip('results without a call')
  const { text, told, success } = unwrap(item['output'] ?? item['result'])
  const exitCode = told ?? state.exits.find(([id]) => id === callId)?.[1]
  const isFailed = success === null ? null : !success
  addToolResult({ callId, isFailed, exitCode, output: text }, codexTools, place, sink)
}

interface Unwrapped {
  text: string
  told: number | null
  success: boolean | null
}

/** The output in one of its many coats: text, parts, JSON in a text, a record of streams. */
function unwrap(value: unknown): Unwrapped {
  if (typeof value === 'string') {
    if (!value.startsWith('{"output"')) return { text: value, told: null, success: null }
    const { output, metadata } = parseArguments(value)
    return {
      text: asText(output) ?? value,
      told: asInteger(asRecord(metadata)['exit_code']),
      success: null,
    }
  }
  if (Array.isArray(value)) {
    const text = value.map((part) => asText(asRecord(part)['text']) ?? '').join('\n')
    return { text, told: null, success: null }
  }
  const record = asRecord(value)
  const streams = [record['stdout'], record['stderr']].filter((part) => typeof part === 'string')
  const text = asText(record['text'] ?? record['content'] ?? record['output']) ?? streams.join('\n')
  const { success } = record
  return {
    text,
    told: asInteger(record['exitCode'] ?? record['exit_code']),
    success: typeof success === 'boolean' ? success : null,
  }
}
