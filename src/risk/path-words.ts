/** Names that carry a digit of their own, found before the split would tear them apart. */
const DIGIT_NAMES = ['2fa', 'e2e', 'fido2', 'k3s', 'k8s', 'oauth2', 'u2f']

const SEPARATORS = /[^\p{L}\p{N}]+/u
// fooBar, then HTTPServer, then letters beside digits.
const INNER_EDGES =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/** The lower-case words of one path: split on separators, camelCase and digits. */
export function pathWords(path: string): string[] {
  return path.split(SEPARATORS).flatMap((chunk) => {
    if (chunk === '') return []
    const { names, rest } = takeDigitNames(chunk)
    const words = rest.flatMap((part) => part.split(INNER_EDGES))
    return [...names, ...words.map((word) => word.toLowerCase())].filter((word) => word !== '')
  })
}

/** A word and what it may be the plural of. */
export function singulars(word: string): string[] {
  const forms = [word]
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1))
  return forms
}

// Bounded by a change of case or a non-letter on both sides: `K8sClient`, `my-k8s`, not `blink8st`.
const DIGIT_NAME = new RegExp(
  DIGIT_NAMES.map((name) => {
    const anyCase = name.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
    return `(?<!\\p{N})(?<!\\p{Ll}(?!\\p{Lu}))(?<!\\p{Lu}(?=\\p{Lu}))${anyCase}(?!\\p{Ll}|\\p{N})`
  }).join('|'),
  'gu',
)

function takeDigitNames(chunk: string): { names: string[]; rest: string[] } {
  const names = [...chunk.matchAll(DIGIT_NAME)].map((match) => match[0].toLowerCase())
  return { names, rest: names.length === 0 ? [chunk] : chunk.split(DIGIT_NAME) }
}
