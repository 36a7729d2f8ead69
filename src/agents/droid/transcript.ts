/**
 * Droid's sessions: lines of `{type: "message", message: {role, content}}` come in, normalised entries
 * go out. What hooks did stands there too, for its user only, and is passed over. What its models used
 * stands beside it, as a sum of the session.
 */
import { asList, asRecord } from '../../util/loose-json.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import type { Line } from '../line-reader.js'
import { opens } from '../opening-lines.js'
import { readUsage } from '../read-usage.js'
import { droidTools } from './tools.js'

export const transcriptReader = lineReader({
  tools: droidTools,
  recognises: opens(1, /"type"\s*:\s*"session_start"/, /"hostId"|"owner"/),
  beside: (file) => file.replace(/\.jsonl$/, '.settings.json'),
  read(line, out) {
    const { type, id, cwd, tokenUsage, model } = line
    if (type === 'session_start') out.facts({ sessionId: id, cwd })
    else if (type === 'message') readMessage(line, out)
    else if (type === 'compaction_state') out.compaction()
    // Read anew each time, under one id: it is a sum, and takes the place of the one before.
    else if (tokenUsage !== undefined) {
      const used = readUsage(asRecord(tokenUsage), USED)
      out.usage(used, { id: 'session', model })
    } else if (typeof type !== 'string') out.skipUnknown(type)
  },
})

const USED = {
  input: 'inputTokens',
  cacheRead: 'cacheReadTokens',
  cacheWrite: 'cacheCreationTokens',
  output: 'outputTokens',
}

function readMessage({ id, message }: Line, out: EntryWriter): void {
  const { visibility, role, content, modelId, interactionMode } = asRecord(message)
  // What its user sees and its model does not.
  if (visibility === 'user_only') return
  const text = textIn(content)
  if (role === 'assistant') {
    out.facts({ model: modelId })
    out.agent(text, { messageId: id })
  } else if (text.trim() !== '') {
    // What the client adds by itself names no mode that it was said in.
    if (typeof interactionMode === 'string') out.human(text)
    else out.synthetic(text)
  }
  for (const block of asList(content).map(asRecord)) {
    if (block['type'] === 'tool_use') out.call(block['id'], block['name'], block['input'])
    else if (block['type'] === 'tool_result') {
      const [isFailed, output] = [block['is_error'] === true, textIn(block['content'])]
      out.result(block['tool_use_id'], { isFailed, output })
    }
  }
}
