import type { Lesson, LessonRow } from '../schema/lesson.js'
import { sha256 } from '../util/sha256.js'

/** The row of a lesson of which only its own words are known: no failure behind it, and tainted for it. */
export function foreignRow(lesson: Lesson, madeBy: LessonRow['madeBy']): LessonRow {
  const { id, sessionId, taskId, subtaskId, attemptNumber, analysis, createdAt } = lesson
  return {
    id,
    lesson,
    state: 'active',
    stateReason: null,
    pinned: false,
    tainted: true,
    transient: false,
    // Its words are all there is: texts that differ in a number differ.
    fingerprint: sha256(JSON.stringify([analysis, lesson.suggestion])).slice(0, 32),
    reinforced: 0,
    madeBy,
    adjusted: [],
    files: [],
    seenIn: [{ sessionId, taskId, subtaskId, attemptNumber, at: createdAt }],
    source: null,
    firstSeenAt: createdAt,
  }
}
