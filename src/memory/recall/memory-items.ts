import type { MemoryEntry } from '../../schema/memory-entry.js'
import type { Store } from '../../store.js'
import { mayBeRecalled } from '../said-entries.js'
import { keyTerms, pathsIn } from '../terms.js'
import type { RecallItem, RecallSource } from './recall-item.js'

export interface MemoryItemsInput {
  store: Pick<Store, 'get' | 'searchMemory'>
  /** What was said in this session, or just now, is known there; null for whoever is no session. */
  sessionId: string | null
}

const MAX_TERMS = 24
const MAX_FILES = 5

/** What people said, and what turns left behind, as items: by their words through the index. */
export const memoryItems = ({ store, sessionId }: MemoryItemsInput): RecallSource => ({
  async find(subject, limit) {
    const text = [...subject.tests, ...subject.errors, ...subject.files, subject.words].join('\n')
    const words = keyTerms(text, MAX_TERMS)
    if (words.length === 0) return []
    const entries = await store.searchMemory({ words, limit })
    const isNews = (entry: MemoryEntry): boolean =>
      entry.provenance !== `session ${sessionId}` && !subject.words.includes(entry.text)
    return entries.filter(isNews).map(toItem)
  },
  async get({ kind, id }) {
    const entry = kind === 'memory' ? await store.get('memory', id) : null
    return entry === null ? null : toItem(entry)
  },
})

const toItem = (entry: MemoryEntry): RecallItem => ({
  kind: 'memory',
  id: entry.id,
  key: entry.id,
  text: () => `${whose(entry)} on ${entry.ts.slice(0, 10)}: ${entry.text}`,
  about: {
    checks: [],
    tests: [],
    files: pathsIn(entry.text, MAX_FILES),
    errors: [],
    words: entry.text,
    names: namesOf(entry.text),
  },
  held: mayBeRecalled(entry) ? null : 'waits for a pin',
  tellsToRun: false,
  isMeasured: false,
})

/** "We use pnpm" is about pnpm, and about nothing else. */
function namesOf(text: string): string[] {
  const terms = keyTerms(text, MAX_TERMS)
  return terms.length <= 2 ? terms : []
}

const whose = ({ owner }: MemoryEntry): string =>
  owner === 'human' ? 'The user said' : `${owner} noted`
