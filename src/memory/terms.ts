import { evenText } from '../safety/even-text.js'

/** Letters and digits, lower case, without accents: the words that a full-text index keeps. */
export function tokenize(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Words that stand in every failure and tell none apart. */
const STOPWORDS = new Set(
  `a an the and or not no nor of to in on at by for from with without into onto over under this that
  these those it its is are was were be been being has have had do does did done will would can could
  should may might must shall i we you he she they them our your their my me us as if then else when
  while where which who whom what why how all any some each every other another such only own same
  so than too very just also again before after above below between through during up down out off
  more most less least few many much one two three first last new old next previous
  error errors fail fails failed failing failure failures test tests testing run runs running ran
  code file files line lines expected actual received got attempt attempts task please fix fixed make
  add added use used using need needs want change changed work works working value values result
  look instead because there here still once yet like sure get set let see try always never actually
  way btw fyi remember note now longer anymore
  src lib dist spec specs`.split(/\s+/),
)

/** The distinct telling words of a text, those that look like names first, at most `max`. */
export function keyTerms(text: string, max: number): string[] {
  const seen = new Set<string>()
  for (const token of tokenize(text)) {
    if (token.length < 3 || token.length > 64 || STOPWORDS.has(token)) continue
    if (/^\d+$/.test(token)) continue
    seen.add(token)
  }
  return [...seen].sort((a, b) => termWeight(b) - termWeight(a)).slice(0, max)
}

/** Every file has an ending, and most have the same: it makes no two texts alike. */
export const withoutEndings = (text: string): string =>
  text.replaceAll(/(?<=[\p{L}\p{N}_-])\.[A-Za-z]\w{0,4}(?![\p{L}\p{N}_])/gu, ' ')

/** A code such as `ts2345` or a long name tells more than a short word. */
export function termWeight(term: string): number {
  if (/\d/.test(term)) return 2
  return term.length >= 8 ? 1.5 : 1
}

/** Paths of files that a text mentions. */
export function pathsIn(text: string, max: number): string[] {
  const found = evenText(text).match(/[\w@.-]*(?:\/[\w@.-]+)*[\w-]\.[A-Za-z]\w{0,4}\b/g) ?? []
  return [...new Set(found.filter((path) => path.length <= 200))].slice(0, max)
}
