import { shortHash } from './loose-json.js'

/** A key of a text that is the same but for white space, long runs of digits and durations. */
export const looseKey = (text: string): string => shortHash(text.replace(LOOSE, plain).trim())

// One pattern, one pass: each would copy a whole output.
const LOOSE = /\d(?<!\d\d)\d*(?:\.\d+)? ?m?s\b|\d{4,}|\s{2,}|[^\S ]/g

function plain(part: string): string {
  if (part.endsWith('s')) return '#s'
  return part.trim() === '' ? ' ' : '#'
}
