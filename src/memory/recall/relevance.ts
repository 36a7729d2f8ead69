import type { Recall } from '../../schema/recall.js'
import { isSamePath, sharedWords } from '../relevance.js'
import { keyTerms } from '../terms.js'
import type { RecallItem, RecallSubject, RelevanceFacts } from './recall-item.js'

export type Because = Recall['because']

export interface Relevance {
  because: Because
  /** Orders items that are relevant for the same reason. */
  score: number
}

/** Strongest first: the same check tells more than the same test or file, and those more than words. */
export const RANKING: readonly Because[] = ['always', 'check', 'test', 'file', 'error', 'words']

/** Below this, shared words are chance. */
const WORDS_GATE = 0.3

/** What makes an item relevant, by its strongest reason; null when nothing does. */
export function relevanceTo(
  subject: RecallSubject,
  { about }: Pick<RecallItem, 'about'>,
): Relevance | null {
  if (shares(about.checks, subject.checks)) return { because: 'check', score: 1 }
  if (shares(about.tests.map(bareTest), subject.tests.map(bareTest)))
    return { because: 'test', score: 1 }
  if (about.files.some((file) => subject.files.some((asked) => isSamePath(file, asked))))
    return { because: 'file', score: 1 }
  if (shares(about.errors, subject.errors)) return { because: 'error', score: 1 }
  const score = Math.max(sharedWords(about.words, subject.words), namedIn(subject.words, about))
  return score >= WORDS_GATE ? { because: 'words', score } : null
}

/** A short item has no second word to share. */
function namedIn(words: string, { names = [] }: RelevanceFacts): number {
  return names.length > 0 && shares(names, keyTerms(words, MAX_TERMS)) ? NAMED : 0
}

const MAX_TERMS = 200
const NAMED = 0.5

const shares = (known: readonly string[], asked: readonly string[]): boolean =>
  known.some((name) => name !== '' && asked.includes(name))

/** Runners join a test's titles each in their own way. */
const bareTest = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?(?:›|>|::|») ?/g, ' ')
    .trim()
