import { asInteger, asRecord, asText } from '../../util/loose-json.js'
import { parseJsonObject } from '../../util/parse-json.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import type { Line } from '../line-reader.js'
import { nameCall } from '../nameless-calls.js'
import type { CodexState } from './transcript-state.js'

export function readToolCall(item: Line, out: EntryWriter, state: CodexState): void {
  const tool =
    asText(item['name']) ??
    asText(asRecord(item['function'])['name']) ??
    (item['type'] === 'local_shell_call' ? 'local_shell' : 'unknown')
  const raw = item['arguments'] ?? item['input'] ?? item['action']
  const input = typeof raw === 'string' ? parseArguments(raw) : raw
  out.call(asText(item['call_id']) ?? nameCall(state), tool, input)
}

/** Arguments are JSON in a text as a rule; a freeform tool's are just a text. */
const parseArguments = (text: string): Line => parseJsonObject(text) ?? { input: text }

/** An event that tells how a command ended, before or after the model was told. */
export function rememberExit(event: Line, _out: EntryWriter, state: CodexState): void {
  const callId = asText(event['call_id'])
  const code = asInteger(event['exit_code'])
  if (callId === null || code === null) return
  state.exits.push([callId, code])
  if (state.exits.length > 20) state.exits.shift()
}

export function readToolOutput(item: Line, out: EntryWriter, state: CodexState): void {
  const callId = asText(item['call_id']) ?? state.nameless.shift()
  const { output, exitCode, isFailed = null } = unwrap(item['output'] ?? item['result'])
  const known = exitCode ?? state.exits.find(([id]) => id === callId)?.[1]
  out.result(callId, { isFailed, exitCode: known, output })
}

interface Unwrapped {
  output: string
  exitCode?: number | null
  isFailed?: boolean | null
}

/** The output in one of its many coats: text, parts, JSON in a text, a record of streams. */
function unwrap(value: unknown): Unwrapped {
  if (typeof value === 'string') {
    if (!value.startsWith('{"output"')) return { output: value }
    const { output, metadata } = parseArguments(value)
    const exitCode = asInteger(asRecord(metadata)['exit_code'])
    return { output: asText(output) ?? value, exitCode }
  }
  if (Array.isArray(value)) return { output: textIn(value) }
  const record = asRecord(value)
  const streams = [record['stdout'], record['stderr']].filter((part) => typeof part === 'string')
  const { success } = record
  return {
    output: asText(record['text'] ?? record['content'] ?? record['output']) ?? streams.join('\n'),
    exitCode: asInteger(record['exitCode'] ?? record['exit_code']),
    isFailed: typeof success === 'boolean' ? !success : null,
  }
}
