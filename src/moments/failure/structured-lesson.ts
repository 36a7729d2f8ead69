import type { LessonRow } from '../../schema/lesson.js'
import { draftByNames } from './heuristic.js'

/** What another task may be told of a lesson that a tool's text stands in; null where that is nothing. */
export function structuredLesson(row: LessonRow): LessonRow | null {
  if (row.source === null) return null
  const draft = draftByNames(row.source.failureType, row.source.errorOutput)
  return draft === null ? null : { ...row, lesson: { ...row.lesson, ...draft } }
}
