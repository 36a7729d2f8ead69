/** One token of a sentence: a word, a number, a code span or a single mark. */
export interface Token {
  kind: 'word' | 'number' | 'code' | 'mark'
  /** Where it stands in the text. */
  start: number
  end: number
  /** Of its text, with numbers and code spans folded to what they are. */
  hash: number
}

/** A longer sentence is read up to here: what it does is said long before. */
const MAX_SENTENCE_CHARS = 1_000

/**
 * The tokens of a lower-case text, in one pass by character codes: a pattern with classes of
 * Unicode costs a fresh process more than reading the sentence.
 */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  const end = Math.min(text.length, MAX_SENTENCE_CHARS)
  let at = 0
  while (at < end) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) {
      at += 1
      continue
    }
    const token = readToken(text, at, end, code)
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function readToken(text: string, start: number, limit: number, code: number): Token {
  if (code === BACKTICK) {
    const close = text.indexOf('`', start + 1)
    if (close !== -1 && close < limit) {
      return { kind: 'code', start, end: close + 1, hash: CODE_HASH }
    }
  }
  if (isDigit(code)) return readNumber(text, start, limit)
  if (!isLetter(code)) return { kind: 'mark', start, end: start + 1, hash: hashPart(SEED, code) }
  let hash = SEED
  let end = start
  for (; end < limit; end += 1) {
    const next = text.charCodeAt(end)
    if (!isLetter(next) && !(isApostrophe(next) && isLetter(text.charCodeAt(end + 1)))) break
    hash = hashPart(hash, isApostrophe(next) ? APOSTROPHE : next)
  }
  return { kind: 'word', start, end, hash }
}

/** "12", "1,204", "3/5", "0": how much it is rarely matters, but nothing and a share do. */
function readNumber(text: string, start: number, limit: number): Token {
  let end = start
  let isZero = true
  let isShare = false
  for (; end < limit; end += 1) {
    const code = text.charCodeAt(end)
    if (isDigit(code)) isZero &&= code === ZERO
    else if (isJoint(code) && isDigit(text.charCodeAt(end + 1))) isShare ||= code === SLASH
    else break
  }
  return {
    kind: 'number',
    start,
    end,
    hash: isShare ? SHARE_HASH : isZero ? ZERO_HASH : NUMBER_HASH,
  }
}

/** One step of FNV-1a. */
export const hashPart = (hash: number, part: number): number => Math.imul(hash ^ part, 0x01000193)

export const SEED = 0x811c9dc5 | 0
const CODE_HASH = hashPart(SEED, 1)
const NUMBER_HASH = hashPart(SEED, 2)
const ZERO_HASH = hashPart(SEED, 3)
const SHARE_HASH = hashPart(SEED, 4)

const BACKTICK = 0x60
const APOSTROPHE = 0x27
const ZERO = 0x30
const SLASH = 0x2f

const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || code === 0x200b
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isApostrophe = (code: number): boolean => code === APOSTROPHE || code === 0x2019
const isJoint = (code: number): boolean =>
  code === 0x2e || code === 0x2c || code === 0x3a || code === SLASH

/** Letters of any script; marks of Asian text, symbols and halves of emoji are not. */
function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba
  if (code >= 0x2000 && code <= 0x2e7f) return false
  if (code >= 0x3000 && code <= 0x303f) return false
  if (code >= 0xd800 && code <= 0xf8ff) return false
  return !(code >= 0xfe00 && code <= 0xff0f) && !(code >= 0xff1a && code <= 0xff20)
}

/** Written without spaces between words: Chinese, Japanese, and Korean's syllables. */
export const isDense = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af)

/** A text with a letter that is written so: "PRを", "テスト". */
export const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
