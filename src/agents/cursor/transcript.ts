/**
 * Cursor's transcripts, by what is written about them: lines of `{role, message: {content}}` come in,
 * normalised entries go out. They have no times, and often no results of calls.
 */
import { asList, asRecord, asText } from '../../util/loose-json.js'
import { textIn } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import { opens } from '../opening-lines.js'
import { cursorTools } from './tools.js'

export const transcriptReader = lineReader({
  tools: cursorTools,
  recognises: opens(1, /^\{"role":"(?:user|assistant)","message":/),
  read({ role, message }, out) {
    const { content } = asRecord(message)
    const text = textIn(content)
    if (role === 'assistant') out.agent(text)
    else if (text.trim() !== '') {
      if (role === 'user') out.human(QUERY.exec(text)?.[1] ?? text)
      else out.sink.skip('lines of an unknown role')
    }
    for (const { type, id, tool_use_id, name, input, ...block } of asList(content).map(asRecord)) {
      const callId = asText(id ?? tool_use_id)
      if (callId === null) continue
      if (type === 'tool_use') out.call(callId, name, input)
      else if (type === 'tool_result') {
        const output = asText(block['content']) ?? ''
        out.result(callId, { isFailed: block['is_error'] === true, output })
      }
    }
  },
})

const QUERY = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/
