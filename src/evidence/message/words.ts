import { DENSE, tokenise } from './tokens.js'

/**
 * A small table of words in many languages, by what they stand for. Whole words count; `lösch*` counts
 * at the beginning of a word, and in a script without spaces a stem counts wherever it stands. The
 * learned reader knows what a sentence does; such a table only names what it is about.
 */
export type WordTable<K extends string> = Readonly<Record<K, string>>

/** What a text names, of the kinds of a table. */
export type FindWords<K extends string> = (text: string) => Set<K>

export function wordFinder<K extends string>(table: WordTable<K>): FindWords<K> {
  let parsed: Parsed<K> | null = null
  return (text) => {
    parsed ??= parse(table)
    const found = new Set<K>()
    const isDense = DENSE.test(text)
    for (const word of withCompounds(text)) {
      const kind = parsed.words.get(word)
      if (kind !== undefined) found.add(kind)
      for (const [head, kind] of parsed.heads.get(word.slice(0, HEAD)) ?? [])
        if (word.startsWith(head)) found.add(kind)
      if (!isDense || !DENSE.test(word)) continue
      for (const [stem, kind] of parsed.stems) if (word.includes(stem)) found.add(kind)
    }
    return found
  }
}

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
export const mayHave = (text: string, words: ReadonlySet<string>): boolean =>
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
  heads: Map<string, [string, K][]>
  stems: [string, K][]
}

function parse<K extends string>(table: WordTable<K>): Parsed<K> {
  const parsed: Parsed<K> = { words: new Map(), heads: new Map(), stems: [] }
  for (const [kind, words] of Object.entries(table) as [K, string][]) {
    for (const word of words.trim().split(/\s+/)) {
      if (DENSE.test(word)) parsed.stems.push([word, kind])
      else if (word.endsWith('*')) addHead(parsed.heads, word.slice(0, -1), kind)
      else parsed.words.set(word, kind)
    }
  }
  return parsed
}

function addHead<K>(heads: Map<string, [string, K][]>, head: string, kind: K): void {
  const key = head.slice(0, HEAD)
  const alike = heads.get(key)
  if (alike === undefined) heads.set(key, [[head, kind]])
  else alike.push([head, kind])
}
