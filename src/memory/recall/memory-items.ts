import { withoutLead } from '../../read/prose/find-statements.js'
import { isWayOfWriting, namesStyle } from '../../read/prose/lasting-forms.js'
import type { MemoryEntry } from '../../schema/memory-entry.js'
import type { Store } from '../../store.js'
import { HUMAN, mayBeRecalled } from '../said-entries.js'
import { keyTerms, pathsIn } from '../terms.js'
import { checksToRun } from './checks-to-run.js'
import type { RecallItem, RecallSource } from './recall-item.js'
import { saidNames } from './said-names.js'

export interface MemoryItemsInput {
  store: Pick<Store, 'get' | 'list' | 'searchMemory'>
  /** What was said in this session, or just now, is known there; null for whoever is no session. */
  sessionId: string | null
}

const MAX_TERMS = 24
const MAX_FILES = 5
/** What people said last is looked at whatever its words: an index knows no plural and no script without spaces. */
const NEWEST = 200

/** What people said, and what turns left behind, as items: by their words through the index. */
export const memoryItems = ({ store, sessionId }: MemoryItemsInput): RecallSource => ({
  async find(subject, limit) {
    const text = [...subject.tests, ...subject.errors, ...subject.files, subject.words].join('\n')
    if (text.trim() === '') return []
    const entries = [
      ...(await store.searchMemory({ words: keyTerms(text, MAX_TERMS), limit })),
      // A red check has no words of a person, and is answered in the middle of the work.
      ...(subject.words === ''
        ? []
        : await store.list('memory', { subject: HUMAN, limit: NEWEST })),
    ]
    const distinct = [...new Map(entries.map((entry) => [entry.id, entry])).values()]
    const isNews = (entry: MemoryEntry): boolean =>
      entry.provenance !== `session ${sessionId}` && !subject.words.includes(entry.text)
    const isLast = lastWords(distinct, subject.words)
    return distinct.filter(isNews).map((entry) => toItem(entry, isLast(entry)))
  },
  async get({ kind, id }) {
    const entry = kind === 'memory' ? await store.get('memory', id) : null
    return entry === null ? null : toItem(entry, true)
  },
})

/** "We never use default exports": a rule about what code is made of holds wherever code is written. */
const rulesCode = (text: string): boolean => RULES.test(text) && namesStyle(text)
const RULES = /\b(?:never|always|only|no|not|don['’]t|prefer|avoid)\b/i

const REPLACED = 'said again since'

/**
 * "Use spaces, not tabs" takes the place of "we use tabs for indentation, not spaces": a person said it later, or
 * says it now, and it speaks of nothing that the earlier words did not.
 */
function lastWords(entries: readonly MemoryEntry[], now: string): (entry: MemoryEntry) => boolean {
  const said = entries
    .filter((entry) => entry.owner === HUMAN && mayBeRecalled(entry))
    .map(({ ts, text }) => ({ ts, terms: termsOf(text) }))
  const saying = now
    .slice(0, MAX_CHARS)
    .split(/(?<=[.!?])\s+|\n/)
    .map((sentence) => ({ ts: NOW, terms: termsOf(sentence) }))
    .filter(({ terms }) => terms.length > 1)
  const all = [...said, ...saying].filter(({ terms }) => terms.length > 0)
  return ({ owner, ts, text }) => {
    const own = new Set(termsOf(text))
    const isReplaced = all.some(
      (later) =>
        later.ts > ts &&
        later.terms.length >= Math.min(own.size, 2) &&
        later.terms.every((term) => own.has(term)),
    )
    return owner !== HUMAN || !isReplaced
  }
}

const MAX_CHARS = 2_000
/** After each time. */
const NOW = '~'

const termsOf = (text: string): string[] => keyTerms(withoutLead(text), MAX_TERMS)

const toItem = (entry: MemoryEntry, isLast: boolean): RecallItem => ({
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
    names: saidNames(entry.text),
    runs: checksToRun(entry.text),
    writesCode: isWayOfWriting(entry.text) || rulesCode(entry.text),
  },
  held: !mayBeRecalled(entry) ? 'waits for a pin' : isLast ? null : REPLACED,
  tellsToRun: false,
  isMeasured: false,
})

const whose = ({ owner }: MemoryEntry): string =>
  owner === 'human' ? 'The user said' : `${owner} noted`
