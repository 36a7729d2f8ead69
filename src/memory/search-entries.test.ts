import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemoryEntry } from '../schema/memory-entry.js'
import type { Store } from '../store.js'
import { openMemoryStore } from '../store/memory.js'
import { recall, searchEntries } from './search-entries.js'
import type { EntryQuery } from './search-entries.js'
import { textVector } from './text-vector.js'

let store: Store
beforeEach(async () => {
  store = await openMemoryStore()
  await store.add(ENTRIES.map((record) => ({ kind: 'memory', record })))
})
afterEach(() => store.close())

const entry = (
  id: string,
  { at = 1, owner = 'ada', text }: { at?: number; owner?: string; text: string },
): MemoryEntry => ({
  id,
  owner,
  ts: `2030-01-0${at}T00:00:00.000Z`,
  text,
  tags: ['reflection'],
  kind: 'summary',
  vec_full: textVector(text),
  provenance: null,
})

const { vec_full: _, ...bare } = entry('bare', { text: 'subtitles of films' })
const ENTRIES: MemoryEntry[] = [
  entry('login', { at: 2, text: 'the login redirect lost its cookie behind the proxy' }),
  entry('parser', { at: 3, text: 'the yaml parser refuses anchors and merge keys' }),
  entry('bob', { at: 3, owner: 'bob', text: 'the login page has a new button' }),
  bare,
]

const found = async (query: Partial<EntryQuery>) =>
  (await searchEntries(store, { text: '', limit: 3, ...query })).map(
    ({ entry: { id }, by }) => `${id} ${by}`,
  )

describe('searchEntries', () => {
  it.each([
    { query: { text: 'Which cookie did the login lose?' }, ids: ['login text', 'bob text'] },
    { query: { text: 'login cookie', owner: 'bob' }, ids: ['bob text'] },
    { query: { text: 'login', before: '2030-01-03T00:00:00.000Z' }, ids: ['login text'] },
    { query: { text: 'login', limit: 1 }, ids: ['bob text'] },
    { query: { text: 'login', limit: 0 }, ids: [] },
    { query: { text: 'films' }, ids: ['bare text'] },
    {
      query: { text: 'the yamls, the parsers, refusing anchored merger keyed' },
      ids: ['parser vector'],
    },
    { query: { text: 'film subtitling' }, ids: [] },
    { query: { text: 'zebra quartz violin' }, ids: [] },
    { query: { text: '"*^ (' }, ids: [] },
    { query: { text: 'and' }, ids: ['parser text'] },
    { query: { text: '' }, ids: [] },
  ])('finds $ids for $query', async ({ query, ids }) => {
    expect(await found(query)).toEqual(ids)
  })
})

describe('recall', () => {
  it('gives the texts of what was found to the next turn', async () => {
    expect(await recall(store, { text: 'yaml anchors', limit: 3 })).toEqual([
      { id: 'parser', text: 'the yaml parser refuses anchors and merge keys' },
    ])
  })
})
