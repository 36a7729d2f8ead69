import { hasOtherScript, lexicon } from '../../data/lexicon.js'
import { DENSE } from './tokens.js'

/**
 * Patterns of words in small letters, in any script; the text is put in small letters too. V8 takes a
 * millisecond to compile each pattern that has `\p{L}` under the flags `iu`, and a prompt asks for a
 * hundred of them: here a letter is a few ranges.
 */
export interface WordPattern {
  test(text: string): boolean
  /** The text without what the pattern finds. */
  cut(text: string): string
}

/**
 * Patterns name letters as `\p{L}`; a class begins with it. They are made when a text is first tested, for
 * ASCII alone, for Latin letters and for all scripts: a text needs the words that can stand in it.
 */
export function anyWords(...patterns: readonly PatternText[]): WordPattern {
  const made: RegExp[] = []
  const find = (text: string): RegExpExecArray | null => {
    const form = IS_PLAIN.test(text) ? 0 : hasOtherScript(text) ? 2 : 1
    return (made[form] ??= formOf(patterns, form)).exec(text)
  }
  return {
    test: (text) => find(text.toLowerCase()) !== null,
    cut(text) {
      const found = find(text.toLowerCase())
      if (found === null) return text
      return text.slice(0, found.index) + text.slice(found.index + found[0].length)
    },
  }
}

/** A pattern, or what makes it of rows of the lexicon. */
type PatternText = string | ((rows: Rows) => string)
/** The entries of a row; none where the text has no letter of another script. */
export type Rows = (row: string) => readonly string[]
const noRows: Rows = () => []

/** Any entry of a row; in a script that has spaces it stands by itself. */
export const anyOfRow =
  (row: string) =>
  (rows: Rows): string => {
    const spaced = rows(row).filter((entry) => !DENSE.test(entry))
    const dense = rows(row).filter((entry) => DENSE.test(entry))
    return [...(spaced.length === 0 ? [] : [word(spaced.join('|'))]), ...dense].join('|')
  }

/** Entries as further choices of a pattern: `|один|одна`. */
export const or = (entries: readonly string[]): string =>
  entries.map((entry) => `|${entry}`).join('')

/** One pattern for texts of Latin letters, and one for texts that may have words of the lexicon. */
export function patternWith(make: (rows: Rows) => RegExp): (text: string) => RegExp {
  const made: RegExp[] = []
  return (text) => (hasOtherScript(text) ? (made[1] ??= make(lexicon)) : (made[0] ??= make(noRows)))
}

// eslint-disable-next-line no-control-regex -- ASCII as a whole
const IS_PLAIN = /^[\0-\x7f]*$/

function formOf(patterns: readonly PatternText[], form: 0 | 1 | 2): RegExp {
  const texts = patterns
    .map((pattern) =>
      typeof pattern === 'string' ? pattern : pattern(form === 2 ? lexicon : noRows),
    )
    .filter((text) => text !== '' && (form > 0 || hasPlainWord(text)))
  const letters = form === 0 ? 'a-z' : LETTERS
  return texts.length === 0
    ? /$^/
    : new RegExp(texts.map((text) => withRanges(text, letters)).join('|'))
}

const hasPlainWord = (pattern: string): boolean =>
  /[a-z0-9]/.test(pattern.replaceAll(/\\.(?:\{\w\})?/g, ''))

/** One of these words, standing by itself in any script that has spaces. */
export const word = (words: string): string => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`

/** Small letters of the scripts that have them, all of the others: what lies between is punctuation. */
const LETTERS =
  'a-z\\xaa\\xb5\\xba\\xdf-\\xf6\\xf8-\\u02c1\\u0370-\\u037d\\u0388-\\u0559\\u0560-\\u0588\\u05d0-\\u05ea' +
  '\\u0620-\\u064a\\u066e-\\u06d3\\u0904-\\u1fff\\u2c00-\\u2ddf\\u3041-\\u30fa\\u30fc-\\u31ff\\u3400-\\ud7a3' +
  '\\uf900-\\ufdfb\\ufe70-\\ufefc\\uff41-\\uff5a\\uff66-\\uffdc'

const withRanges = (pattern: string, letters: string): string =>
  pattern
    .replaceAll('[\\p{L}\\p{N}', `[${letters}\\d`)
    .replaceAll('[\\p{L}', `[${letters}`)
    .replaceAll('\\p{L}', `[${letters}]`)
    .replaceAll('\\P{L}', `[^${letters}]`)
