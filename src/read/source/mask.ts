/** How a language writes what is no code. */
export interface Notation {
  lineComments: readonly string[]
  blockComments: readonly (readonly [open: string, close: string])[]
  /** Longest first. `multiline`: it may go over the end of its line. `raw`: no escapes in it. */
  strings: readonly StringNotation[]
  /** A slash after an operator begins a pattern. */
  patterns?: boolean
  /** A quote stands for one character, or names a lifetime. */
  characters?: boolean
}

interface StringNotation {
  open: string
  close: string
  multiline?: boolean
  raw?: boolean
  /** The quote that closes it stands in it as two. */
  doubled?: boolean
  /** Code stands in it between `${` and `}`. */
  filled?: boolean
}

/** A source text beside itself without comments and without what its strings hold: same places. */
export interface Masked {
  raw: string
  /** Comments and strings are blanks; line ends stay. */
  code: string
  /** For each bracket the place of its partner; -1 elsewhere. */
  partner: Int32Array
}

/** One pass over the text, whatever is in it. */
export function mask(raw: string, notation: Notation): Masked {
  const chars = raw.split('')
  let at = 0
  while (at < raw.length) {
    const end = skipAt(raw, at, notation)
    if (end === at) {
      at += 1
      continue
    }
    for (let index = at; index < end; index += 1) if (chars[index] !== '\n') chars[index] = ' '
    // The quotes stay: they show that a value stood there.
    if (isQuote(raw[at]!)) {
      chars[at] = '"'
      if (end - 1 > at) chars[end - 1] = chars[end - 1] === '\n' ? '\n' : '"'
    }
    at = end
  }
  const code = chars.join('')
  return { raw, code, partner: findPartners(code) }
}

const isQuote = (char: string): boolean => char === '"' || char === "'" || char === '`'

function skipAt(raw: string, at: number, notation: Notation): number {
  for (const mark of notation.lineComments) {
    if (raw.startsWith(mark, at) && !isAttribute(raw, at, mark)) return endOfLine(raw, at)
  }
  for (const [open, close] of notation.blockComments) {
    if (!raw.startsWith(open, at)) continue
    const end = raw.indexOf(close, at + open.length)
    return end === -1 ? raw.length : end + close.length
  }
  for (const string of notation.strings) {
    if (raw.startsWith(string.open, at)) return endOfString(raw, at, string, notation)
  }
  if (notation.characters === true && raw[at] === "'") return endOfCharacter(raw, at)
  if (notation.patterns === true && raw[at] === '/' && beginsPattern(raw, at)) {
    return endOfPattern(raw, at)
  }
  return at
}

/** PHP writes attributes with the sign of a comment. */
const isAttribute = (raw: string, at: number, mark: string): boolean =>
  mark === '#' && raw[at + 1] === '['

function endOfLine(raw: string, at: number): number {
  const end = raw.indexOf('\n', at)
  return end === -1 ? raw.length : end
}

function endOfString(
  raw: string,
  at: number,
  { open, close, ...how }: StringNotation,
  notation: Notation,
): number {
  let index = at + open.length
  while (index < raw.length) {
    if (raw[index] === '\\' && how.raw !== true) index += 2
    else if (how.filled === true && raw.startsWith('${', index))
      index = endOfSlot(raw, index + 2, notation)
    else if (how.doubled === true && raw.startsWith(close + close, index)) index += 2 * close.length
    else if (raw.startsWith(close, index)) return index + close.length
    // What is not closed on its line was no string: an apostrophe in a text, most often.
    else if (raw[index] === '\n' && how.multiline !== true) return index
    else index += 1
  }
  return raw.length
}

/** The end of the code in a template. It may hold templates: a stack, since they may be nested deep. */
function endOfSlot(raw: string, from: number, notation: Notation): number {
  const open = ['}']
  let index = from
  while (index < raw.length && open.length > 0) {
    const char = raw[index]!
    const isText = open.at(-1) === '`'
    if (isText && char === '\\') index += 2
    else if (isText && raw.startsWith('${', index)) {
      open.push('}')
      index += 2
    } else if (char === open.at(-1)) {
      open.pop()
      index += 1
    } else if (isText) index += 1
    else if (char === '`' || char === '{') {
      open.push(char === '{' ? '}' : char)
      index += 1
    } else index = Math.max(index + 1, skipAt(raw, index, notation))
  }
  return index
}

function endOfCharacter(raw: string, at: number): number {
  const [found] = /^'(?:\\[^\n']{1,10}|\\'|[^\\'\n]{1,2})'/.exec(raw.slice(at, at + 14)) ?? []
  return found === undefined ? at : at + found.length
}

function beginsPattern(raw: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && (raw[before] === ' ' || raw[before] === '\t')) before -= 1
  if (before < 0 || '(,=:[!&|?{};~\n'.includes(raw[before]!)) return true
  return OPERATORS.test(raw.slice(Math.max(0, before - 11), before + 1))
}

/** Words and signs that a value follows. */
const OPERATORS =
  /(?:=>|(?<![\w.$])(?:return|typeof|case|when|if|elsif|unless|and|or|not|else|in|of|yield|await|void))$/

function endOfPattern(raw: string, at: number): number {
  let inClass = false
  for (let index = at + 1; index < raw.length; index += 1) {
    const char = raw[index]
    if (char === '\n') return at
    if (char === '\\') index += 1
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) return index + 1
  }
  return at
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

function findPartners(code: string): Int32Array {
  const partner = new Int32Array(code.length).fill(-1)
  const open: number[] = []
  for (let at = 0; at < code.length; at += 1) {
    const char = code[at]!
    if (char === '(' || char === '[' || char === '{') open.push(at)
    const wanted = CLOSING[char]
    if (wanted === undefined) continue
    // A bracket that was left open inside of this one closes with it.
    const found = lastIndexOfChar(code, open, wanted)
    if (found === -1) continue
    partner[at] = open[found]!
    partner[open[found]!] = at
    open.length = found
  }
  return partner
}

const MAX_UNCLOSED = 20

function lastIndexOfChar(code: string, open: readonly number[], char: string): number {
  const from = Math.max(0, open.length - MAX_UNCLOSED)
  for (let index = open.length - 1; index >= from; index -= 1) {
    if (code[open[index]!] === char) return index
  }
  return -1
}
