/**
 * Memory entries for a text: by its words through the full-text index, and, where those don't give
 * enough, by the likeness of vectors among the newest entries. The words come first, always: a
 * shared name tells more than a shared direction. What is not alike enough is not returned.
 */
import type { MemoryEntry } from '../schema/memory-entry.js'
import type { Store } from '../store.js'
import { wordsOf } from './normalise-text.js'
import { keyTerms } from './terms.js'
import { similarity, textVector } from './text-vector.js'

/** What memory entries are looked for. */
export interface EntryQuery {
  text: string
  owner?: string
  /** ISO instant: only entries from before it, so that a turn never recalls itself. */
  before?: string
  limit: number
}

export interface FoundEntry {
  entry: MemoryEntry
  by: 'text' | 'vector'
}

/** What one turn takes over from an earlier one. */
export interface Snippet {
  id: string
  text: string
}

const MAX_TERMS = 24
/** How far back vectors are compared. */
const NEWEST = 2000
/** In this few dimensions unrelated texts are often alike by half. */
const ALIKE = 0.6

export async function searchEntries(
  store: Pick<Store, 'searchMemory' | 'list'>,
  query: EntryQuery,
): Promise<FoundEntry[]> {
  const { text, limit, ...where } = query
  if (limit <= 0) return []
  const byText = await store.searchMemory({ ...where, words: searchedWords(text), limit })
  const found = byText.map((entry): FoundEntry => ({ entry, by: 'text' }))
  if (found.length >= limit) return found
  const known = new Set(byText.map(({ id }) => id))
  const alike = (await findAlike(store, query)).filter(({ id }) => !known.has(id))
  const more = alike.slice(0, limit - found.length)
  return [...found, ...more.map((entry): FoundEntry => ({ entry, by: 'vector' }))]
}

/** The snippets for a turn's recall stage, best first. */
export async function recall(
  store: Pick<Store, 'searchMemory' | 'list'>,
  query: EntryQuery,
): Promise<Snippet[]> {
  const found = await searchEntries(store, query)
  return found.map(({ entry: { id, text } }) => ({ id, text }))
}

function searchedWords(text: string): string[] {
  const words = wordsOf(text)
  const telling = keyTerms(words.join(' '), MAX_TERMS)
  // Nothing but small words: then those are what is asked for.
  return telling.length > 0 ? telling : [...new Set(words)].slice(0, MAX_TERMS)
}

async function findAlike(
  store: Pick<Store, 'list'>,
  { text, owner, before }: EntryQuery,
): Promise<MemoryEntry[]> {
  const wanted = textVector(text)
  const newest = await store.list('memory', {
    limit: NEWEST,
    ...(owner === undefined ? {} : { subject: owner }),
    ...(before === undefined ? {} : { before }),
  })
  return newest
    .map((entry) => ({ entry, score: similarity(wanted, entry.vec_full ?? []) }))
    .filter(({ score }) => score >= ALIKE)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}
