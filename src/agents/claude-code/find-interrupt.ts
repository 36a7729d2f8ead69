import { asRecord, asText } from '../../util/loose-json.js'
import { parseJsonObject } from '../../util/parse-json.js'
import { textIn } from '../entry-writer.js'
import { ENVELOPE, INTERRUPTS } from './client-lines.js'

/** The id of the interrupt with which a transcript ends; null when anything else was said since. */
export function findInterrupt(tail: string): string | null {
  if (!tail.includes('[Request interrupted by user')) return null
  for (const text of tail.split('\n').toReversed()) {
    // The first line of a tail may be torn.
    const line = parseJsonObject(text) ?? {}
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

const textOf = (line: Record<string, unknown>): string =>
  textIn(asRecord(line['message'])['content'])
