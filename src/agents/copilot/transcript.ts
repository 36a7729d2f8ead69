/**
 * Copilot CLI's `events.jsonl`: lines of `{type, data, timestamp}` come in, normalised entries go
 * out. Most of its hundred types are about the client itself and are passed over.
 */
import { isCompactionSummary } from '../compaction-summary.js'
import { clipSafely } from '../../safety/clip-safely.js'
import type { EntryPlace, TranscriptReader, TranscriptSink } from '../../agent.js'
import { asInstant, asInteger, asRecord, asText } from '../../util/loose-json.js'
import { own } from '../../util/own.js'
import { openingLines } from '../opening-lines.js'
import { readUsage } from '../read-usage.js'
import { addToolCall, addToolResult } from '../tool-reader.js'
import { copilotTools } from './tools.js'

type Data = Readonly<Record<string, unknown>>
type Read = (data: Data, place: EntryPlace, sink: TranscriptSink) => void

export const transcriptReader: TranscriptReader = {
  recognises: (opening) =>
    openingLines(opening, 2).some(
      (line) => /"type"\s*:\s*"session\.start"/.test(line) && /"copilotVersion"/.test(line),
    ),
  begin: () => ({}),
  read: (value, _state, sink) => {
    const line = asRecord(value)
    const type = asText(line['type'])
    if (type === null) return sink.skip('lines without a type')
    const data = asRecord(line['data'])
    // What a subagent does carries the call, or the agent, that it is done for.
    const sidechain = data['parentToolCallId'] !== undefined || line['agentId'] !== undefined
    own(readers, type)?.(data, { at: asInstant(line['timestamp']), sidechain }, sink)
  },
}

const readers: Readonly<Record<string, Read>> = {
  'session.start': (data, _place, sink) => {
    const { cwd, branch } = asRecord(data['context'])
    sink.facts(texts({ sessionId: data['sessionId'], cwd, branch, model: data['selectedModel'] }))
  },
  'session.mode_changed': (data, _place, sink) => sink.facts({ mode: asText(data['newMode']) }),
  'user.message': (data, place, sink) => {
    const text = asText(data['content']) ?? ''
    const isHuman =
      !place.sidechain && (data['source'] ?? 'user') === 'user' && !isCompactionSummary(text)
    if (isHuman && data['isAutopilotContinuation'] !== true) {
      sink.entry({ kind: 'human', ...place, text: clipSafely(text, 8_000) })
    } else
      sink.entry({ kind: 'synthetic', ...place, source: 'meta', text: clipSafely(text, 1_000) })
  },
  'assistant.message': (data, place, sink) => {
    if (typeof data['model'] === 'string') sink.facts({ model: data['model'] })
    const text = asText(data['content']) ?? ''
    if (text.trim() === '') return
    sink.entry({
      kind: 'agent',
      ...place,
      text: clipSafely(text, 16_000),
      messageId: asText(data['messageId']),
      completed: true,
      outputTokens: null,
    })
  },
  // At its end, each process of the client says what its models used.
  'session.shutdown': (data, { at }, sink) => {
    for (const [model, metrics] of Object.entries(asRecord(data['modelMetrics'])).slice(0, 20)) {
      const told = readUsage(asRecord(asRecord(metrics)['usage']), USED)
      if (told === null) continue
      const input = Math.max(0, told.input - told.cacheRead - told.cacheWrite)
      sink.usage({ ...told, input }, { id: null, at, model })
    }
  },
  'tool.execution_start': readToolCall,
  'tool.execution_complete': readToolResult,
  'session.compaction_complete': (data, place, sink) => {
    if (data['success'] !== false) sink.entry({ kind: 'compaction', ...place, trigger: 'unknown' })
  },
  abort: (_data, place, sink) => sink.entry({ kind: 'interrupt', ...place }),
  'session.error': (data, place, sink) =>
    sink.entry({ kind: 'error', ...place, text: clipSafely(asText(data['message']) ?? '', 500) }),
}

/** The input has what was cached in it. */
const USED = {
  input: 'inputTokens',
  cacheRead: 'cacheReadTokens',
  cacheWrite: 'cacheWriteTokens',
  output: 'outputTokens',
}

const texts = (facts: Data) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => typeof value === 'string'))

function readToolCall(data: Data, place: EntryPlace, sink: TranscriptSink): void {
  const callId = asText(data['toolCallId'])
  if (callId === null) return sink.skip('calls without an id')
  const tool = asText(data['toolName']) ?? 'unknown'
  addToolCall({ callId, tool, input: asRecord(data['arguments']) }, copilotTools, place, sink)
}

function readToolResult(data: Data, place: EntryPlace, sink: TranscriptSink): void {
  const callId = asText(data['toolCallId'])
  if (callId === null) return sink.skip('results without a call')
  const { message, code } = asRecord(data['error'])
  const { content, detailedContent } = asRecord(data['result'])
  const result = {
    callId,
    isFailed: data['success'] === false,
    says: asText(code) ?? '',
    exitCode: asInteger(asRecord(data['shellExecution'])['exitCode']) ?? undefined,
    output: asText(content ?? detailedContent ?? message) ?? '',
  }
  addToolResult(result, copilotTools, place, sink)
}
