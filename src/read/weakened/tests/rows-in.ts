import { numbersIn } from '../code/literals-in.js'
import type { Language } from '../code/language.js'
import { mask, type Masked } from '../../source/mask.js'
import { uncommented } from '../code/without-comments.js'
import { letters } from '../code/words-in.js'

/** What may be a row of a table: a line, or a bracket over several. */
export interface Row {
  text: string
  /** Its letters and digits. */
  plain: string
  numbers: ReadonlySet<string>
}

const MAX_LINES = 1000
const MAX_ROW = 600

/** Of a text without its comments: lines that another does not have, and the bracket around each. */
export function rowsIn(
  text: string,
  other: string,
  { notation }: Language,
  isOff: (at: number) => boolean = () => false,
): Row[] {
  const masked = mask(text, notation)
  const written = uncommented(masked)
  const known = new Set(other.split('\n').map((line) => line.trim()))
  const rows = new Map<string, Row>()
  const keep = (row: string): void => {
    if (!rows.has(row)) rows.set(row, toRow(row))
  }
  let at = 0
  let count = 0
  for (const line of written.split('\n')) {
    const plain = line.trim()
    if (plain !== '' && !known.has(plain) && !isOff(at)) {
      keep(plain)
      const around = bracketAround(masked, at)
      if (around !== null) keep(written.slice(around.open, around.end))
      count += 1
      if (count === MAX_LINES) break
    }
    at += line.length + 1
  }
  return [...rows.values()]
}

export function toRow(whole: string): Row {
  const text = whole.slice(0, 2 * MAX_ROW)
  return { text, plain: letters(text), numbers: numbersIn(text) }
}

/** The least bracket that a line stands in, where it may be one row. */
function bracketAround(
  { code, partner }: Masked,
  from: number,
): { open: number; end: number } | null {
  for (let at = from - 1; at >= 0 && at > from - MAX_ROW; at -= 1) {
    const end = partner[at]!
    if (end === -1) continue
    if (end < at) {
      at = end
      continue
    }
    const inner = code.slice(at, end)
    const isRow = inner.length <= MAX_ROW && !LIST.test(inner) && !STATEMENTS.test(inner)
    return isRow ? { open: at, end } : null
  }
  return null
}

/** One bracket after another: several rows. */
const LIST = /[)\]}]\s{0,200},\s{0,200}(?:[\w.&]{1,60}\s?)?[([{]/
const STATEMENTS =
  /;|=>|@\w|\b(?:def|fn|func|fun|function|it|test|do|return|class|void|val|var|let|const|public)\b/
