import { clipSafely } from '../safety/clip-safely.js'
import { stripControlCharacters } from '../safety/control-characters.js'
import { redactValue } from '../safety/redact.js'
import { Lesson, LessonRow } from '../schema/lesson.js'
import type { LessonCategory } from '../schema/lesson.js'
import { unfitPlace } from '../util/unfit-place.js'
import { foreignRow } from './foreign-row.js'

/** Names of categories that other programs use. */
const FOREIGN_CATEGORIES: Readonly<Record<string, LessonCategory>> = {
  misconception: 'approach_flaw',
  environment: 'missing_context',
  approach_error: 'approach_flaw',
  edge_case: 'root_cause',
}

/** Why a received lesson is in quarantine. */
export const FROM_ELSEWHERE = 'it came from elsewhere'

const MAX_TEXT = 4000
const MAX_ITEMS = 20

export type Received = { row: LessonRow; reason: null } | { row: null; reason: string }

/**
 * A lesson from elsewhere: a file, MCP, HTTP. It starts quarantined, tainted and unpinned, whatever
 * it says of itself: only a human lets it out.
 */
export function receiveLesson(value: unknown): Received {
  const own = LessonRow.safeParse(value)
  if (own.success) return { row: quarantined({ ...own.data }), reason: null }
  const lesson = Lesson.safeParse(withKnownCategory(value))
  if (!lesson.success) {
    const where = unfitPlace(lesson.error.issues)
    return { row: null, reason: where ? `it does not fit at ${where}` : 'it is not a lesson' }
  }
  return { row: quarantined(foreignRow(bounded(lesson.data), 'import')), reason: null }
}

function withKnownCategory(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { category } = value as { category?: unknown }
  const known = typeof category === 'string' ? FOREIGN_CATEGORIES[category] : undefined
  return known === undefined ? value : { ...value, category: known }
}

function bounded(lesson: Lesson): Lesson {
  return redactValue({
    ...lesson,
    analysis: boundedText(lesson.analysis),
    suggestion: boundedText(lesson.suggestion),
    actionItems: lesson.actionItems.slice(0, MAX_ITEMS).map(boundedText),
  })
}

const boundedText = (text: string): string => clipSafely(stripControlCharacters(text), MAX_TEXT)

const quarantined = (row: LessonRow): LessonRow => ({
  ...row,
  state: 'quarantined',
  stateReason: FROM_ELSEWHERE,
  pinned: false,
  tainted: true,
})
