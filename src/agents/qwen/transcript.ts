/**
 * Qwen Code's chats: lines of `{type, provenance, message: {parts}}` come in, normalised entries go
 * out. Who wrote a user's line is told by its `provenance`; feedback of hooks is not written down.
 */
import { asInstant, asInteger, asList, asRecord, asText } from '../../util/loose-json.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import type { Line } from '../line-reader.js'
import { opens } from '../opening-lines.js'
import { splitTotal } from '../read-usage.js'
import { qwenTools } from './tools.js'

export const transcriptReader = lineReader({
  tools: qwenTools,
  recognises: opens(1, /"provenance"\s*:\s*"(?:real_user|assistant_output|tool_result|system)"/),
  place: (line) => ({
    at: asInstant(line['timestamp']),
    sidechain: line['isSidechain'] === true,
  }),
  read(line, out) {
    const { type, subtype } = line
    if (type === 'user') readPerson(line, out)
    else if (type === 'assistant') readAgent(line, out)
    else if (type === 'tool_result') readToolResult(line, out)
    else if (type !== 'system') out.skipUnknown(type)
    else if (subtype === 'chat_compression') out.compaction()
  },
})

function readPerson(line: Line, out: EntryWriter): void {
  const { sessionId, cwd, provenance, systemPayload } = line
  out.facts({ sessionId, cwd })
  // What hooks added is another part of the message; this is what the person typed.
  const text = asText(asRecord(systemPayload)['displayText']) ?? textOf(line)
  if (text.trim() === '') return
  if (provenance === 'real_user') out.human(text)
  else out.synthetic(text)
}

const USED = {
  total: 'totalTokenCount',
  prompt: 'promptTokenCount',
  cached: 'cachedContentTokenCount',
  answer: 'candidatesTokenCount',
  thoughts: 'thoughtsTokenCount',
}

function readAgent(line: Line, out: EntryWriter): void {
  const { uuid: id, model, usageMetadata } = line
  const used = asRecord(usageMetadata)
  out.facts({ model })
  out.usage(splitTotal(used, USED), { id, model })
  out.agent(textOf(line), { messageId: id, outputTokens: used[USED.answer] })
  for (const { functionCall } of partsOf(line)) {
    const call = asRecord(functionCall)
    if (functionCall !== undefined) out.call(call['id'], call['name'], call['args'])
  }
}

function readToolResult(line: Line, out: EntryWriter): void {
  const { callId, status, resultDisplay } = asRecord(line['toolCallResult'])
  const { id, response } = asRecord(partsOf(line)[0]?.['functionResponse'])
  const { output, error } = asRecord(response)
  out.result(asText(callId) ?? id, {
    isFailed: status === 'error' || status === 'cancelled',
    says: asText(status) ?? '',
    // A display that is a record is a command's; other tools show a text or a difference.
    exitCode: asInteger(asRecord(resultDisplay)['exitCode']) ?? undefined,
    output: asText(output ?? error) ?? '',
  })
}

const partsOf = ({ message }: Line): Line[] => asList(asRecord(message)['parts']).map(asRecord)

/** Without what the model thought. */
const textOf = (line: Line): string =>
  textIn(
    partsOf(line).filter(({ thought }) => thought !== true),
    '',
  )
