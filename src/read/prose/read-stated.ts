/** What a report states that can be held against the record: files, figures, numbers of tests. */
import { figuresIn } from '../output/figures.js'
import type { Figure } from '../output/figures.js'
import type { Sentence } from '../../schema/sentence.js'
import { claimedTests, withTableHead } from './claimed-tests.js'
import { readCounts } from './counts.js'
import { isQuestion } from './find-ask.js'
import type { ReportClause } from './read-report.js'
import { isSure } from './is-sure.js'
import { wordFinder } from './words.js'

export interface Stated {
  /** Files that it points at as its work. */
  files: readonly string[]
  /** Files and tests that it says it changed or made, by their names. */
  worked: readonly string[]
  /** Figures with a unit, each in the order of the report. */
  figures: readonly Figure[]
  /** How many tests it says have passed. */
  tests: readonly number[]
  /** Whether its own words name this. */
  names(what: string): boolean
}

export function readStated(
  report: readonly ReportClause[],
  sentences: readonly Sentence[],
): Stated {
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  const stated = report.filter(({ isStated, sentence }) => isStated && sentence.form !== 'code')
  // A decimal comma is no joint: figures are read in the whole sentence.
  const unstated = new Set(report.flatMap((one) => (one.isStated ? [] : [one.sentence])))
  return {
    files: stated.flatMap(({ text, polarity }) => (polarity === 'bad' ? [] : pathsIn(text))),
    worked: stated.flatMap((clause) => (isWorkDone(clause) ? namesIn(clause.text) : [])),
    figures: own.flatMap((one) => (unstated.has(one) ? [] : figuresIn(one.text))),
    tests: own.flatMap((one) => passedTests(one, sentences)),
    names: (what) => own.some(({ text }) => text.includes(what)),
  }
}

/** It tells work as done: by its kind, by a word for what was made, or by a tick. */
const isWorkDone = ({ text, polarity, sentence }: ReportClause): boolean =>
  polarity !== 'bad' &&
  ((WORK.has(sentence.act) && isSure(sentence, 'note')) ||
    sentence.checked === true ||
    findMaking(text).size > 0 ||
    TICKS.some((tick) => text.includes(tick)))
const WORK: ReadonlySet<string> = new Set(['done', 'delivered'])
const TICKS = ['✅', '✔', '✓']

/** A file with its ending, a document that every project has, a test by the shape of its name. */
const namesIn = (text: string): string[] =>
  [...text.slice(0, 4_000).matchAll(NAMES)]
    .map(([name]) => name)
    // A test that is gone stands nowhere, and rightly so.
    .filter((name) => !name.toLowerCase().startsWith('test') || findMaking(text).size > 0)
const findMaking = wordFinder('stated', {
  making: `add adds added adding write wrote written new create created creates ergänzt hinzugefügt geschrieben neu
    neuer neuen añad* agreg* nuevo nueva ajout* écrit nouveau nouvelle adicion* acrescent* criei novo nova aggiunt*
    scritto nuovo nuova toegevoegd nieuwe dodał* dodano nowy`,
})
const NAMES =
  /(?<![\w/.@-])(?:(?:[\w@-][\w.@-]{0,60}\/){0,12}[\w@-][\w.@-]{0,60}\.[a-z]{1,5}|README|CHANGELOG|readme|changelog|Test[A-Z]\w{2,80}|test_\w{2,80})(?![\w/])/g

/** A number of passed tests is a claim in any sentence that tells. */
function passedTests(sentence: Sentence, sentences: readonly Sentence[]): number[] {
  const { text, act } = sentence
  if (OPEN.has(act) || act === 'outlook' || isQuestion(text)) return []
  const claimed = claimedTests(text, withTableHead(sentence, sentences))
  const { passed, failed } = readCounts(text)
  return claimed === null || claimed !== passed || (failed ?? 0) > 0 ? [] : [claimed]
}

/** What is still to come, or is left. */
const OPEN: ReadonlySet<string> = new Set(['announce', 'left', 'permission', 'input'])
/** Paths of files that a text marks as code: with a folder and an ending, and nothing to be filled in. */
const pathsIn = (text: string): string[] =>
  [...text.slice(0, MAX_PATHS_CHARS).matchAll(MARKED_PATH)].map(([, file]) => file!)

const MAX_PATHS_CHARS = 4_000
const MARKED_PATH = /`((?:[\w@-][\w.@-]*\/)+[\w@-][\w.@-]*\.[a-z]{1,5})`/g
