import { stripControlCharacters } from '../../safety/control-characters.js'
import { evenText } from '../../safety/even-text.js'

/** An error without what differs between two runs of the same failure. */
export function normaliseError(text: string): string {
  return withoutIds(evenText(stripControlCharacters(text)))
    .replaceAll(/(?:[A-Za-z]:)?(?:[\\/][\w.@ -]+)+[\\/](?=[\w.@-]+)/g, '')
    .replaceAll(/\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|m|min)\b/g, '<duration>')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Most messages have neither a date nor a number of this kind. */
function withoutIds(text: string): string {
  if (!text.includes('-') && !text.toLowerCase().includes('0x')) return text
  return text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>')
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>')
    .replaceAll(/\b0x[0-9a-f]+\b/gi, '<address>')
}
