import type { Lesson, LessonRow } from '../schema/lesson.js'
import { fingerprintOf } from './fingerprint.js'

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
    fingerprint: fingerprintOf({ errorOutput: '', file: null, symbol: null, analysis }),
    reinforced: 0,
    madeBy,
    adjusted: [],
    files: [],
    seenIn: [{ sessionId, taskId, subtaskId, attemptNumber, at: createdAt }],
    source: null,
    firstSeenAt: createdAt,
  }
}
