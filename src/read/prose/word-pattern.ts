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

/** Patterns name letters as `\p{L}`; a class begins with it. They are made when a text is first tested. */
export function anyWords(...patterns: readonly string[]): WordPattern {
  const made: [plain?: RegExp, any?: RegExp] = []
  const find = (text: string): RegExpExecArray | null => {
    const isPlain = IS_PLAIN.test(text)
    const form = isPlain
      ? (made[0] ??= plainForm(patterns))
      : (made[1] ??= formOf(patterns, LETTERS))
    return form.exec(text)
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

// eslint-disable-next-line no-control-regex -- ASCII as a whole
const IS_PLAIN = /^[\0-\x7f]*$/

/** For a text of ASCII alone: its letters are few, and words of other scripts are not in it. */
function plainForm(patterns: readonly string[]): RegExp {
  const own = patterns.filter((pattern) =>
    /[a-z0-9]/.test(pattern.replaceAll(/\\.(?:\{\w\})?/g, '')),
  )
  return own.length === 0 ? /$^/ : formOf(own, 'a-z')
}

const formOf = (patterns: readonly string[], letters: string): RegExp =>
  new RegExp(patterns.map((pattern) => withRanges(pattern, letters)).join('|'))

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
