import type { LessonRow } from '../schema/lesson.js'
import { keyTerms, termWeight, withoutEndings } from './terms.js'

/** What the coming attempt is about. */
export interface Subject {
  text: string
  files: readonly string[]
}

/** Below this a lesson is not about the task in hand, and nothing is better than that. */
export const RELEVANCE_GATE = 0.3

const MAX_TERMS = 200
/** A long prompt needs no more shared words than a short one to be about the same thing. */
const FULL_WEIGHT = 12

/** How much a lesson has to do with a subject, from 0 to 1: shared files and shared telling words. */
export function relevanceOf(row: LessonRow, { text, files }: Subject): number {
  return Math.min(1, fileScore(row.files, files) + wordScore(row, text))
}

const wordScore = (row: LessonRow, text: string): number => sharedWords(lessonText(row), text)

/** How many of their telling words two texts share, from 0 to 1. */
export function sharedWords(knownText: string, askedText: string): number {
  const asked = keyTerms(withoutEndings(askedText), MAX_TERMS)
  const known = new Set(keyTerms(withoutEndings(knownText), MAX_TERMS))
  const shared = asked.filter((term) => known.has(term))
  // One word in common is chance, unless it is a code.
  if (shared.length < 2 && !shared.some((term) => termWeight(term) === 2)) return 0
  const whole = Math.min(sumWeights(asked), sumWeights([...known]), FULL_WEIGHT)
  return whole === 0 ? 0 : Math.min(1, sumWeights(shared) / whole)
}

export const lessonText = ({ lesson, source }: LessonRow): string =>
  [
    lesson.analysis,
    lesson.suggestion,
    ...lesson.actionItems,
    source?.subtaskDescription ?? '',
  ].join('\n')

const sumWeights = (terms: readonly string[]): number =>
  terms.reduce((sum, term) => sum + termWeight(term), 0)

/** Names that every project has many of. */
const COMMON_NAMES =
  /^(index|main|mod|lib|app|package|package-lock|tsconfig|readme|init|__init__|setup|config|types|utils?)\.\w+$/i

export const isCommonName = (name: string): boolean => COMMON_NAMES.test(name)

function fileScore(known: readonly string[], asked: readonly string[]): number {
  let best = 0
  for (const a of known) {
    for (const b of asked) best = Math.max(best, pathScore(a, b))
  }
  return best
}

/** One file, named from different folders; a common name needs its folder too. */
export const isSamePath = (a: string, b: string): boolean => pathScore(a, b) === 0.6

function pathScore(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)]
  const name = left.at(-1)
  if (name === undefined || name !== right.at(-1)) return 0
  const depth = Math.min(left.length, right.length)
  const same = left.slice(-depth).join('/') === right.slice(-depth).join('/')
  if (isCommonName(name)) return same && depth > 1 ? 0.6 : 0
  return same ? 0.6 : 0.2
}

const segments = (path: string): string[] =>
  path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.')
