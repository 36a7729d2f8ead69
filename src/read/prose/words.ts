import { hasOtherScript, isOtherScript, lexicon } from '../../data/lexicon.js'
import { DENSE, tokenise } from './tokens.js'

/**
 * A small table of words in many languages, by what they stand for. Whole words count; `lösch*` counts
 * at the beginning of a word, and in a script without spaces a stem counts wherever it stands. The
 * learned reader knows what a sentence does; such a table only names what it is about. Words of other
 * scripts are rows of the lexicon, `subjects.tests` for the kind `tests` of the table `subjects`.
 */
export type WordTable<K extends string> = Readonly<Record<K, string>>

/** What a text names, of the kinds of a table. */
export type FindWords<K extends string> = (text: string) => Set<K>

export function wordFinder<K extends string>(
  ...given: [table: WordTable<K>] | [name: string, table: WordTable<K>]
): FindWords<K> {
  const [name, table] = given.length === 1 ? [null, given[0]] : given
  let latin: Parsed<K> | null = null
  let all: Parsed<K> | null = null
  return (text) => {
    const { words, heads, stems } =
      name !== null && hasOtherScript(text)
        ? (all ??= parse(table, (kind) => lexicon(`${name}.${kind}`)))
        : (latin ??= parse(table, () => []))
    const found = new Set<K>()
    const isDense = DENSE.test(text)
    withCompounds(text).forEach((word) => {
      const kind = words.get(word)
      if (kind !== undefined) found.add(kind)
      heads.get(word.slice(0, HEAD))?.forEach(({ part, kind }) => {
        if (word.startsWith(part)) found.add(kind)
      })
      if (!isDense || !DENSE.test(word)) return
      stems.forEach(({ part, kind }) => {
        if (word.includes(part)) found.add(kind)
      })
    })
    return found
  }
}

/** A set of words; those of other scripts are a row of the lexicon. */
export type LexiconSet = Pick<ReadonlySet<string>, 'has'>

export function lexiconSet(words: string, row: string): LexiconSet {
  let latin: ReadonlySet<string> | null = null
  let others: ReadonlySet<string> | null = null
  return {
    has: (word) =>
      (latin ??= new Set(words.trim().split(/\s+/))).has(word) ||
      (isOtherScript(word) && (others ??= new Set(lexicon(row))).has(word)),
  }
}

/** Whether a stem of a row of the lexicon stands anywhere in a text. */
export const hasStem = (text: string, row: string): boolean =>
  hasOtherScript(text) && lexicon(row).some((stem) => text.includes(stem))

/** The words of a text in lower case; a code span counts as its words. */
export function wordsOf(text: string): readonly string[] {
  const known = latest.get(text)
  if (known !== undefined) return known
  const lower = text.toLowerCase().replaceAll('`', ' ')
  const words = tokenise(lower).flatMap(({ kind, start, end }) =>
    kind === 'word' ? [lower.slice(start, end)] : [],
  )
  if (latest.size >= MAX_LATEST) latest.clear()
  if (text.length <= MAX_SENTENCE) latest.set(text, words)
  return words
}

/** Whether a text may have one of a few words in lower case; a long one always may. */
export const mayHave = (text: string, words: LexiconSet): boolean =>
  text.length > MAX_SENTENCE || wordsOf(text).some((word) => words.has(word))

/** A sentence is asked for its words by several tables, one after the other. */
const latest = new Map<string, readonly string[]>()
const MAX_LATEST = 100
const MAX_SENTENCE = 1_000

/** A reader takes "go-ahead" for two words; a table may hold it as one. */
function withCompounds(text: string): readonly string[] {
  const words = wordsOf(text)
  if (!text.includes('-')) return words
  const spans = text.toLowerCase().split(/[\s`]+/)
  return [...words, ...spans.filter((span) => span.includes('-')).flatMap(compoundsIn)]
}

/** "(go-ahead:" without the marks around it. */
function compoundsIn(span: string): string[] {
  const first = tokenise(span).find(({ kind }) => kind === 'word')
  const last = tokenise(span).findLast(({ kind }) => kind === 'word')
  return first === undefined || last === undefined || first === last
    ? []
    : [span.slice(first.start, last.end)]
}

/** Beginnings are looked up by as many letters; none is shorter. */
const HEAD = 3

interface Parsed<K> {
  words: Map<string, K>
  heads: Map<string, WordPart<K>[]>
  stems: WordPart<K>[]
}

interface WordPart<K> {
  part: string
  kind: K
}

function parse<K extends string>(
  table: WordTable<K>,
  others: (kind: K) => readonly string[],
): Parsed<K> {
  const parsed: Parsed<K> = { words: new Map(), heads: new Map(), stems: [] }
  for (const kind in table) {
    const words = [...table[kind].trim().split(/\s+/), ...others(kind)]
    words.forEach((word) => addWord(parsed, word, kind))
  }
  return parsed
}

function addWord<K>({ words, heads, stems }: Parsed<K>, word: string, kind: K): void {
  if (DENSE.test(word)) stems.push({ part: word, kind })
  else if (word.endsWith('*')) addHead(heads, word.slice(0, -1), kind)
  else words.set(word, kind)
}

function addHead<K>(heads: Parsed<K>['heads'], part: string, kind: K): void {
  const key = part.slice(0, HEAD)
  const alike = heads.get(key)
  if (alike === undefined) heads.set(key, [{ part, kind }])
  else alike.push({ part, kind })
}
