import { saidBy, saysOtherwise } from '../../read/episodes/failure-names.js'
import type { Recall } from '../../schema/recall.js'
import { isSamePath, sharedWords } from '../relevance.js'
import type { RecallItem, RecallSubject, RelevanceFacts } from './recall-item.js'
import { namesOne } from './said-names.js'

export type Because = Recall['because']

export interface Relevance {
  because: Because
  /** Orders items that are relevant for the same reason. */
  score: number
}

/** Strongest first: the same check tells more than the same test or file, and those more than words. */
export const RANKING: readonly Because[] = [
  'always',
  'check',
  'test',
  'file',
  'error',
  'words',
  'code',
]

/** Below this, shared words are chance. */
const WORDS_GATE = 0.3

/** What makes an item relevant, by its strongest reason; null when nothing does. */
export function relevanceTo(
  subject: RecallSubject,
  { about }: Pick<RecallItem, 'about'>,
): Relevance | null {
  if (about.said !== undefined && saysOtherwise(about.said, subject.said ?? NOTHING)) return null
  if (shares(about.checks, subject.checks)) return { because: 'check', score: 1 }
  if (shares(about.tests.map(bareTest), subject.tests.map(bareTest)) || namesTest(about, subject))
    return { because: 'test', score: 1 }
  if (about.files.some((file) => subject.files.some((asked) => isSamePath(file, asked))))
    return { because: 'file', score: 1 }
  if (shares(about.errors, subject.errors)) return { because: 'error', score: 1 }
  const score = Math.max(
    sharedWords(about.words, subject.words),
    namesOne(subject.words, about.names ?? []) ? NAMED : 0,
    shares(about.runs ?? [], subject.runs ?? []) ? NAMED : 0,
  )
  if (score >= WORDS_GATE) return { because: 'words', score }
  return about.writesCode === true && subject.writesCode === true
    ? { because: 'code', score: 1 }
    : null
}

const NAMED = 0.5

const NOTHING = saidBy(null)

const shares = (known: readonly string[], asked: readonly string[]): boolean =>
  known.some((name) => name !== '' && asked.includes(name))

/** A person names a test by its own title. */
function namesTest({ tests }: RelevanceFacts, { words }: RecallSubject): boolean {
  const said = bareTest(words)
  const titles = tests.map((test) => bareTest(test.split(' › ').at(-1)!))
  return titles.some((title) => title.length >= MIN_TITLE && said.includes(title))
}

const MIN_TITLE = 8

/** Runners join a test's titles each in their own way. */
const bareTest = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?(?:›|>|::|») ?/g, ' ')
    .trim()
