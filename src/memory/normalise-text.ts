/** Longer texts are read up to here: a summary never needs more, and time stays bounded. */
const MAX_CHARS = 32_768

// Apostrophes and invisible characters stand inside of words; all else that is no letter, mark or
// digit stands between them.
const WITHIN_WORDS = /[\p{Cf}'’ʼ]+/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const NORMAL = /^[a-z0-9]+(?: [a-z0-9]+)*$/

/** The first words of a text: lower case, without punctuation, one space between them. */
export function normaliseText(text: string, maxTokens: number): string {
  return wordsOf(text).slice(0, maxTokens).join(' ')
}

/** All words of a text, in the form in which they are kept. */
export function wordsOf(text: string): string[] {
  if (isNormal(text)) return text.split(' ')
  const plain = text.slice(0, MAX_CHARS).normalize('NFKC').toLowerCase()
  return plain.replace(WITHIN_WORDS, '').match(WORD) ?? []
}

/** White space collapsed, the first tokens kept, everything else as it was written. */
export function cutToTokens(text: string, maxTokens: number): string {
  return tokensOf(text.slice(0, MAX_CHARS)).slice(0, maxTokens).join(' ')
}

/** Runs of white space become one space; none at either end. */
export const collapseSpace = (text: string): string => text.replace(/\s+/gu, ' ').trim()

export const countTokens = (text: string): number =>
  isNormal(text) ? text.split(' ').length : tokensOf(text).length

const tokensOf = (text: string): string[] => text.match(/\S+/gu) ?? []

/** Plain words that were normalised before: most texts are looked at more than once. */
const isNormal = (text: string): boolean => text.length <= MAX_CHARS && NORMAL.test(text)
