import { asRecord, asText } from '../../util/loose-json.js'
import { parseJsonObject } from '../../util/parse-json.js'
import { textIn } from '../entry-writer.js'
import { ENVELOPE, INTERRUPTS } from './client-lines.js'

interface Said {
  line: Readonly<Record<string, unknown>>
  text: string
}

/** What stands in a transcript's last bytes of the person and the agent, from the end. */
function* saidBackwards(tail: string): Generator<Said> {
  for (const text of tail.split('\n').toReversed()) {
    // The first line of a tail may be torn.
    const line = parseJsonObject(text) ?? {}
    const isSaid = line['type'] === 'user' || line['type'] === 'assistant'
    if (isSaid && line['isSidechain'] !== true) {
      yield { line, text: textIn(asRecord(line['message'])['content']) }
    }
  }
}

/** The id of the interrupt with which a transcript ends; null when anything else was said since. */
export function findInterrupt(tail: string): string | null {
  if (!tail.includes('[Request interrupted by user')) return null
  for (const { line, text } of saidBackwards(tail)) {
    const isUser = line['type'] === 'user'
    if (line['isMeta'] === true || (isUser && ENVELOPE.test(text))) continue
    return isUser && INTERRUPTS.has(text.trim()) ? asText(line['uuid']) : null
  }
  return null
}

/** The last message is the last that was said: the same words may stand there from an earlier stop. */
export function hasCaughtUp(payload: unknown): ((tail: string) => boolean) | null {
  const message = asText(asRecord(payload)['last_assistant_message'])?.trim() ?? ''
  if (message === '') return null
  return (tail) => {
    const [last] = saidBackwards(tail)
    if (last?.line['type'] !== 'assistant') return false
    return Buffer.from(last.text, 'latin1').toString('utf8').trim().endsWith(message.slice(-60))
  }
}
