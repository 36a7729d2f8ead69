/**
 * Copilot CLI's `events.jsonl`: lines of `{type, data, timestamp}` come in, normalised entries go
 * out. Most of its hundred types are about the client itself and are passed over.
 */
import { asInstant, asInteger, asRecord, asText } from '../../util/loose-json.js'
import { own } from '../../util/own.js'
import { isCompactionSummary } from '../compaction-summary.js'
import type { EntryWriter } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import type { Line } from '../line-reader.js'
import { opens } from '../opening-lines.js'
import { readUsage } from '../read-usage.js'
import { copilotTools } from './tools.js'

export const transcriptReader = lineReader({
  tools: copilotTools,
  recognises: opens(2, /"type"\s*:\s*"session\.start"/, /"copilotVersion"/),
  // What a subagent does carries the call, or the agent, that it is done for.
  place: (line) => ({
    at: asInstant(line['timestamp']),
    sidechain: asRecord(line['data'])['parentToolCallId'] !== undefined || 'agentId' in line,
  }),
  read({ type, data }, out) {
    if (typeof type !== 'string') out.skipUnknown(type)
    else own(readers, type)?.(asRecord(data), out)
  },
})

const readers: Readonly<Record<string, (data: Line, out: EntryWriter) => void>> = {
  'session.start'({ sessionId, context, selectedModel }, out) {
    const { cwd, branch } = asRecord(context)
    out.facts({ sessionId, cwd, branch, model: selectedModel })
  },
  'session.mode_changed': ({ newMode }, { sink }) => sink.facts({ mode: asText(newMode) }),
  'user.message'({ content, source = 'user', isAutopilotContinuation }, out) {
    const text = asText(content) ?? ''
    const isHuman = source === 'user' && !isCompactionSummary(text)
    if (isHuman && isAutopilotContinuation !== true) out.human(text)
    else out.synthetic(text)
  },
  'assistant.message'({ model, content, messageId }, out) {
    out.facts({ model })
    out.agent(asText(content) ?? '', { messageId })
  },
  // At its end, each process of the client says what its models used.
  'session.shutdown'({ modelMetrics }, out) {
    for (const [model, metrics] of Object.entries(asRecord(modelMetrics)).slice(0, 20)) {
      const told = readUsage(asRecord(asRecord(metrics)['usage']), USED)
      if (told === null) continue
      const input = Math.max(0, told.input - told.cacheRead - told.cacheWrite)
      out.usage({ ...told, input }, { model })
    }
  },
  'tool.execution_start': ({ toolCallId, toolName, arguments: input }, out) =>
    out.call(toolCallId, toolName, input),
  'tool.execution_complete'({ toolCallId, success, error, result, shellExecution }, out) {
    const { message, code } = asRecord(error)
    const { content, detailedContent } = asRecord(result)
    out.result(toolCallId, {
      isFailed: success === false,
      says: asText(code) ?? '',
      exitCode: asInteger(asRecord(shellExecution)['exitCode']) ?? undefined,
      output: asText(content ?? detailedContent ?? message) ?? '',
    })
  },
  'session.compaction_complete'({ success }, out) {
    if (success !== false) out.compaction()
  },
  abort: (_data, out) => out.interrupt(),
  'session.error': ({ message }, out) => out.error(message),
}

/** The input has what was cached in it. */
const USED = {
  input: 'inputTokens',
  cacheRead: 'cacheReadTokens',
  cacheWrite: 'cacheWriteTokens',
  output: 'outputTokens',
}
