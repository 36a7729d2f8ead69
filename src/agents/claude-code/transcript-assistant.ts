import type { TokenUsage } from '../../schema/token-usage.js'
import { asList, asRecord, asText } from '../../util/loose-json.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import type { Line } from '../line-reader.js'
import { nameCall } from '../nameless-calls.js'
import { asTokens, readUsage } from '../read-usage.js'
import type { ClaudeState } from './transcript-state.js'

/** What was read from the cache or put there stands beside the input. */
const USED = {
  input: 'input_tokens',
  cacheRead: 'cache_read_input_tokens',
  cacheWrite: 'cache_creation_input_tokens',
  output: 'output_tokens',
}

/** A line of the agent's: one block a line as a rule, all blocks of a message in some versions. */
export function readAssistant(line: Line, out: EntryWriter, state: ClaudeState): void {
  const { id, model, usage, content, stop_reason: stopReason } = asRecord(line['message'])
  if (line['isApiErrorMessage'] === true) return out.error(textIn(content))
  if (!out.place.sidechain) out.facts({ model })
  out.usage(readOwnUsage(asRecord(usage)), { id, model })
  const message = {
    messageId: id,
    completed: line['isAbortedMidStream'] !== true && stopReason !== 'max_tokens',
    outputTokens: asRecord(usage)['output_tokens'],
  }
  if (typeof content === 'string') return out.agent(content, message)
  for (const part of asList(content)) {
    const block = asRecord(part)
    if (block['type'] === 'text') out.agent(asText(block['text']) ?? '', message)
    else if (block['type'] === 'tool_use') {
      out.call(asText(block['id']) ?? nameCall(state), block['name'], block['input'])
    }
  }
}

function readOwnUsage(told: Line): TokenUsage | null {
  const used = readUsage(told, USED)
  const hour = asTokens(asRecord(told['cache_creation'])['ephemeral_1h_input_tokens'])
  return used === null || hour === 0
    ? used
    : { ...used, cacheWriteHour: Math.min(hour, used.cacheWrite) }
}
