import { asList, asRecord, asText } from '../../util/loose-json.js'
import { ENVELOPE, INTERRUPTS } from './client-lines.js'

/** The id of the interrupt with which a transcript ends; null when anything else was said since. */
export function findInterrupt(tail: string): string | null {
  if (!tail.includes('[Request interrupted by user')) return null
  for (const text of tail.split('\n').toReversed()) {
    const line = parse(text)
    if (!isSaid(line)) continue
    const said = textOf(line).trim()
    if (line['type'] === 'user' && ENVELOPE.test(said)) continue
    return line['type'] === 'user' && INTERRUPTS.has(said) ? asText(line['uuid']) : null
  }
  return null
}

const isSaid = (line: Record<string, unknown>): boolean =>
  (line['type'] === 'user' || line['type'] === 'assistant') &&
  line['isMeta'] !== true &&
  line['isSidechain'] !== true

function textOf(line: Record<string, unknown>): string {
  const { content } = asRecord(line['message'])
  if (typeof content === 'string') return content
  return asList(content)
    .map((part) => asText(asRecord(part)['text']) ?? '')
    .join('\n')
}

/** The first line of a tail may be torn. */
function parse(text: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return {}
  }
}
