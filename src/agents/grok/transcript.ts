/**
 * Grok Build's `chat_history.jsonl`: the messages of its model, one a line, come in; normalised entries
 * go out. Its lines have no times. What no person typed is told by `synthetic_reason`.
 */
import { asList, asRecord, asText } from '../../util/loose-json.js'
import { parseJsonObject } from '../../util/parse-json.js'
import { textIn } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import { opens } from '../opening-lines.js'
import { grokTools } from './tools.js'

/** What a person asked is wrapped by the client; what it adds itself is not. */
const QUERY = /^<user_query>\n?([\s\S]*?)\n?<\/user_query>\s*$/

export const transcriptReader = lineReader({
  tools: grokTools,
  recognises: opens(1, /^\{"type":"system","content":"/),
  read({ type, content, synthetic_reason: reason, model_id, tool_calls, tool_call_id }, out) {
    const text = textIn(content)
    if (type === 'user') {
      const query = typeof reason === 'string' ? undefined : QUERY.exec(text)?.[1]
      if (query !== undefined) out.human(query)
      else out.synthetic(text, reason === 'stop_hook_feedback' ? 'hook-feedback' : 'meta')
    } else if (type === 'assistant') {
      out.facts({ model: model_id })
      out.agent(text)
      for (const call of asList(tool_calls).map(asRecord)) {
        out.call(call['id'], call['name'], parseJsonObject(asText(call['arguments']) ?? ''))
      }
    } else if (type === 'tool_result') out.result(tool_call_id, { isFailed: null, output: text })
    else if (typeof type !== 'string') out.skipUnknown(type)
  },
})
