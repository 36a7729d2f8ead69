/**
 * Gemini CLI's chats: one JSON document with `messages` (or, long ago, `history`), or lines of
 * which the first is a header. A call carries its result; a message may be written again when it
 * has grown, and what was told already is not told twice.
 */
import type { ReaderState } from '../../agent.js'
import { asInstant, asList, asRecord, asText, shortHash } from '../../util/loose-json.js'
import { own } from '../../util/own.js'
import { isCompactionSummary } from '../compaction-summary.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import type { Line } from '../line-reader.js'
import { opens } from '../opening-lines.js'
import { splitTotal } from '../read-usage.js'
import { exitCodeIn, kindOf } from '../tool-reader.js'
import { withoutHookContext } from './hook-context.js'
import { geminiTools } from './tools.js'

interface GeminiState extends ReaderState {
  /** What was told of the latest messages: their texts and the calls with their states. */
  told: string[]
  sidechain: boolean
}

// As deep as `{messages: [{type}]}`.
const SPEAKER = /"type"\s*:\s*"gemini"|"role"\s*:\s*"(?:gemini|model)"/

export const transcriptReader = lineReader<GeminiState>({
  tools: geminiTools,
  recognises: (opening) => opens(1, /"projectHash"\s*:/)(opening) || opens(3, SPEAKER)(opening),
  values: (document) => {
    const { messages, history, ...header } = asRecord(document)
    return [header, ...asList(messages), ...asList(history)]
  },
  begin: () => ({ told: [], sidechain: false }),
  place: ({ timestamp, ts }, { sidechain }) => ({ at: asInstant(timestamp ?? ts), sidechain }),
  read(line, out, state) {
    const isNews = (what: string) => isFirst(line['id'], what, state)
    const text = textIn(line['content'] ?? line['parts'], '')
    switch (line['type'] ?? line['role']) {
      case 'user':
        return readPerson(withoutHookContext(text), out, isNews)
      case 'gemini':
      case 'model':
        return readAgent(text, line, out, isNews)
      case 'info':
        // The client's own line for an Escape.
        return text === 'Request cancelled.' ? out.interrupt() : undefined
      case 'error':
        return out.error(text)
      case 'warning':
        return
      case undefined:
        if (line['kind'] === 'subagent') state.sidechain = true
        out.facts({ sessionId: line['sessionId'], model: asRecord(line['meta'])['model'] })
        return
      default:
        out.sink.skip('messages of an unknown type')
    }
  },
})

/** False for what was told at an earlier writing of the message. */
type IsNews = (what: string) => boolean

function isFirst(id: unknown, what: string, { told }: GeminiState): boolean {
  if (typeof id !== 'string') return true
  const key = shortHash(`${id} ${what}`)
  if (told.includes(key)) return false
  told.push(key)
  if (told.length > 60) told.shift()
  return true
}

function readPerson(text: string, out: EntryWriter, isNews: IsNews): void {
  if (text === '' || !isNews(`user ${text}`)) return
  if (!isCompactionSummary(text)) return out.human(text)
  out.compaction()
  out.synthetic(text, 'compaction-summary')
}

const USED = {
  total: 'total',
  prompt: 'input',
  cached: 'cached',
  answer: 'output',
  thoughts: 'thoughts',
}

function readAgent(text: string, line: Line, out: EntryWriter, isNews: IsNews): void {
  const { id, model, tokens, toolCalls } = line
  const used = asRecord(tokens)
  out.facts({ model })
  out.usage(splitTotal(used, USED), { id, model })
  if (text.trim() !== '' && isNews(`agent ${text}`)) {
    out.agent(text, { messageId: id, outputTokens: used['output'] })
  }
  for (const call of asList(toolCalls)) readToolCall(asRecord(call), out, isNews)
}

/** Whether a call that has come to an end failed, by its status. */
const FAILED: Readonly<Record<string, boolean>> = {
  success: false,
  completed: false,
  error: true,
  cancelled: true,
}

/** A call with its result in it. */
function readToolCall(call: Line, out: EntryWriter, isNews: IsNews): void {
  const { id, name, args, status } = call
  if (typeof id !== 'string' || isNews(`call ${id}`)) out.call(id, name, args)
  const says = asText(status) ?? ''
  const isFailed = own(FAILED, says)
  if (typeof id !== 'string' || isFailed === undefined || !isNews(`result ${id}`)) return
  const output = outputOf(call)
  const isCommand = kindOf(asText(name) ?? '', geminiTools) === 'command'
  const told = isCommand ? exitCodeIn(output, geminiTools) : null
  // A command that the client says nothing of ended with 0.
  out.result(id, { isFailed, says, exitCode: told ?? (isFailed ? null : 0), output })
}

function outputOf({ result, resultDisplay }: Line): string {
  const { response } = asRecord(asRecord(asList(result)[0])['functionResponse'])
  const { output, error } = asRecord(response)
  return asText(output ?? error) ?? asText(resultDisplay) ?? ''
}
