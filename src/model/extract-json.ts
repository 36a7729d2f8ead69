import { parseJson } from '../util/parse-json.js'

const MAX_CHARS = 1_000_000
// Brackets that close nothing make the search start over inside them, again and again.
const MAX_STEPS = 5_000_000

/**
 * The JSON objects and arrays that stand in an answer, outermost ones in their order: prose, code
 * fences and braces inside strings around or in them do no harm. Text that only looks like JSON is
 * passed over.
 */
export function extractJson(text: string): unknown[] {
  const whole = parseJson(text.trim())
  if (whole !== undefined) return isContainer(whole) ? [whole] : []
  const found: unknown[] = []
  const searched = text.slice(0, MAX_CHARS)
  let steps = 0
  for (let start = nextStart(searched, 0); start >= 0 && steps < MAX_STEPS;) {
    const { end, seen } = findEnd(searched, start)
    const value = end < 0 ? undefined : parseJson(searched.slice(start, end))
    if (value !== undefined) found.push(value)
    steps += seen - start
    start = nextStart(searched, value === undefined ? start + 1 : end)
  }
  return found
}

function nextStart(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '{' || text[index] === '[') return index
  }
  return -1
}

/** The index after the bracket that closes the one at `start` (-1: none), and how far it looked. */
function findEnd(text: string, start: number): { end: number; seen: number } {
  const open: string[] = []
  for (let index = start; index < text.length; index += 1) {
    const char = text[index]
    if (char === '"') {
      index = stringEnd(text, index)
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']')
    } else if (char === '}' || char === ']') {
      if (open.pop() !== char) return { end: -1, seen: index }
      if (open.length === 0) return { end: index + 1, seen: index }
    }
  }
  return { end: -1, seen: text.length }
}

/** The index of the closing quote, or of the text's end. */
function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index
  }
  return text.length
}

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null
