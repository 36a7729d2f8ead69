/** Names that carry a digit of their own, found before the split would tear them apart. */
const DIGIT_NAMES = ['2fa', 'e2e', 'fido2', 'k3s', 'k8s', 'oauth2', 'u2f']

// ASCII classes on purpose: the Unicode ones take 20 ms to compile, which a hook would pay each time.
const ONE_WORD = /^(?:[a-z]+|[0-9]+)$/
const SEPARATORS = /[^A-Za-z0-9\u0080-\uffff]+/
// fooBar, then HTTPServer, then letters beside digits.
const INNER_EDGES =
  /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])/

/** No path of a system is longer; the end of one says most. */
const MAX_PATH = 4096

/** The lower-case words of one path: split on separators, camelCase and digits. */
export function pathWords(path: string): string[] {
  return path
    .slice(-MAX_PATH)
    .split(SEPARATORS)
    .flatMap((chunk) => {
      if (chunk === '') return []
      // Most are, and there is nothing to take apart.
      if (ONE_WORD.test(chunk)) return [chunk]
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
    return `(?<![0-9])(?<![a-z](?![A-Z]))(?<![A-Z](?=[A-Z]))${anyCase}(?![a-z0-9])`
  }).join('|'),
  'g',
)

function takeDigitNames(chunk: string): { names: string[]; rest: string[] } {
  const names = chunk.match(DIGIT_NAME)?.map((name) => name.toLowerCase()) ?? []
  return { names, rest: names.length === 0 ? [chunk] : chunk.split(DIGIT_NAME) }
}
