/**
 * Pi's sessions: a header and lines of `{type, id, parentId}` come in, normalised entries go out. A file
 * holds every branch; the lines of those that were left stand in it too, and are read in order.
 */
import { asList, asRecord } from '../../util/loose-json.js'
import { textIn } from '../entry-writer.js'
import type { EntryWriter } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import type { Line } from '../line-reader.js'
import { opens } from '../opening-lines.js'
import { readUsage } from '../read-usage.js'
import { piTools } from './tools.js'

export const transcriptReader = lineReader({
  tools: piTools,
  recognises: opens(1, /"type"\s*:\s*"session"/, /"version"\s*:\s*\d/),
  read({ type, id, cwd, message, customType, content }, out) {
    if (type === 'session') out.facts({ sessionId: id, cwd })
    else if (type === 'message') readMessage(asRecord(message), id, out)
    else if (type === 'custom_message') {
      out.synthetic(textIn(content), customType === 'reflectory' ? 'hook-feedback' : 'meta')
    } else if (type === 'compaction') out.compaction()
    else if (typeof type !== 'string') out.skipUnknown(type)
  },
})

const USED = { input: 'input', cacheRead: 'cacheRead', cacheWrite: 'cacheWrite', output: 'output' }

function readMessage(message: Line, id: unknown, out: EntryWriter): void {
  const { role, content, model, usage, stopReason } = message
  const text = textIn(content)
  if (role === 'user') out.human(text)
  else if (role === 'toolResult') {
    out.result(message['toolCallId'], { isFailed: message['isError'] === true, output: text })
  } else if (role === 'assistant') {
    const used = asRecord(usage)
    out.facts({ model })
    out.usage(readUsage(used, USED), { id, model })
    out.agent(text, { messageId: id, outputTokens: used['output'] })
    for (const block of asList(content).map(asRecord)) {
      if (block['type'] === 'toolCall') out.call(block['id'], block['name'], block['arguments'])
    }
    if (stopReason === 'aborted') out.interrupt()
  }
}
