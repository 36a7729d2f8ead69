/** The strings and numbers of a text, each once, without the messages that a failure prints. */
export function literalsIn(text: string): string[] {
  const found = new Set<string>()
  for (const [all, , inner] of text.slice(0, MAX_TEXT).matchAll(LITERAL)) {
    if (inner === undefined) found.add(plainNumber(all))
    else if (!MESSAGE.test(inner)) found.add(inner)
  }
  return [...found]
}

export const numbersIn = (text: string): Set<string> =>
  new Set((text.match(NUMBER) ?? []).map(plainNumber))

/** What is left when they are taken out. */
export const withoutLiterals = (text: string): string =>
  text.slice(0, MAX_TEXT).replaceAll(LITERAL, ' ')

const plainNumber = (number: string): string => number.replaceAll('_', '')

const MAX_TEXT = 4000
const NUMBER = /(?<![\w.])(?<![\w)\]]\s?)-?\d[\d_]*(?:\.\d+)?|(?<![\w.-])\d[\d_]*(?:\.\d+)?/g
const LITERAL = new RegExp(`(["'\`])((?:\\\\.|(?!\\1)[^\\\\\\n]){0,400})\\1|${NUMBER.source}`, 'g')
const MESSAGE = /%[+#]?[a-z]\b|\{\}|\b(?:want|got|expected|should)\b/
