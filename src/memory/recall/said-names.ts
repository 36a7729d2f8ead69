/**
 * What a statement is about: the words of which one in a prompt is enough. All of a short one's; of a
 * longer one what it states something of, and names such as `date-fns`.
 */
import { keyTerms, tokenize, withoutEndings } from '../terms.js'

const MAX_TERMS = 24
const FEW = 3
/** Parts of a name that are shorter stand in many others. */
const MIN_NAME = 4
/** What is longer is no word, and each of its endings would cost a look at all of it. */
const MAX_WORD = 64
/** `date-fns`, `moment.js`, `AppError`, `snake_case`: words that are written like names. */
const NAMES = /(?<![\w.@/-])(?:[a-z\d]+(?:[-_.][a-z\d]+)+|[A-Za-z]+[a-z][A-Z]\w*)(?![\w.@/-])/g

export function saidNames(text: string): string[] {
  const terms = keyTerms(text, MAX_TERMS)
  const subject = subjectOf(text)
  if (terms.length <= FEW && !isDense(text)) return [...new Set([...terms, ...subject])]
  const named = text.match(NAMES)?.join(' ') ?? ''
  const names = keyTerms(withoutEndings(named), MAX_TERMS).filter((term) => term.length >= MIN_NAME)
  return [...new Set([...names, ...subject])]
}

/** Whether a text names one of them, in the singular or in the plural. */
export function namesOne(text: string, names: readonly string[]): boolean {
  if (names.length === 0) return false
  const words = new Set(tokenize(withoutEndings(text)).map(stem))
  return names.some((name) => (isDense(name) ? text.includes(name) : words.has(stem(name))))
}

/** `prices` and `price`, `Preise` and `Preis` are one word: endings go while a stem is left. */
function stem(word: string): string {
  if (word.length > MAX_WORD) return word
  const shorter = word.replace(/(?<=.{4})(?:es|en|er|e|s|n)$/, '')
  return shorter === word ? word : stem(shorter)
}

const isDense = (text: string): boolean => /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(text)

const VERB =
  `is|are|lives?|belongs?|sits?|go|goes|comes?|starts?|ends?|runs?|returns?|uses?|has|have|needs?
  |requires?|must|ist|sind|werden|wird|liegt|liegen|gehört|gehören|kommt|kommen|läuft|laufen|braucht|brauchen
  |müssen|muss|es|son|está|están|se|debe|deben|est|sont|doit|doivent|é|são|deve|devem|è|sono|devono`.replaceAll(
    /\s/g,
    '',
  )
const SUBJECT = new RegExp(`^(.{2,60}?) (?:${VERB})(?![\\p{L}])`, 'iu')
const DENSE_SUBJECT = /([^、。，,\s]{2,20}?)(?:は|是|以|用|按|[은는] )/u
/** `test` is in every failure, and still is what "tests go next to the code" is about. */
const ALSO = /^(?:tests?|code|files?|errors?|tasks?|values?)$/

/** What stands before the verb: "prices are stored in cents" is about prices. */
function subjectOf(text: string): string[] {
  if (isDense(text)) {
    const subject = DENSE_SUBJECT.exec(text)?.[1]
    return subject === undefined ? [] : [subject]
  }
  const subject = SUBJECT.exec(text.replace(/^[\p{L} ]{2,24}[,:] /u, ''))?.[1] ?? ''
  const words = tokenize(subject)
  if (words.length > 6) return []
  return [...keyTerms(subject, MAX_TERMS), ...words.filter((word) => ALSO.test(word))]
}
