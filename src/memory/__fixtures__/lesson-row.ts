import type { Exposure } from '../../schema/exposure.js'
import type { Lesson, LessonRow } from '../../schema/lesson.js'

export const instant = (n: number): string =>
  new Date(Date.UTC(2030, 0, 1) + n * 1000).toISOString()

type Fields = Partial<Omit<LessonRow, 'lesson'>> & { lesson?: Partial<Lesson>; at?: number }

/** A valid row; what is given replaces its parts. */
export function lessonRow(id: string, { lesson = {}, at = 1, ...fields }: Fields = {}): LessonRow {
  const place = { sessionId: 's', taskId: 'task-1', subtaskId: 'sub-1', attemptNumber: 1 }
  const whole: Lesson = {
    id,
    ...place,
    category: 'root_cause',
    analysis: `analysis of ${id}`,
    suggestion: 'suggestion',
    actionItems: ['step'],
    confidence: 0.5,
    createdAt: instant(at),
    ...lesson,
  }
  const { sessionId, taskId, subtaskId, attemptNumber, createdAt } = whole
  return {
    id,
    lesson: whole,
    state: 'active',
    stateReason: null,
    pinned: false,
    tainted: false,
    transient: false,
    fingerprint: `f-${id}`,
    reinforced: 0,
    madeBy: 'heuristic',
    adjusted: [],
    files: [],
    seenIn: [{ sessionId, taskId, subtaskId, attemptNumber, at: createdAt }],
    source: null,
    firstSeenAt: createdAt,
    ...fields,
  }
}

export const exposure = (id: string, fields: Partial<Exposure> = {}): Exposure => ({
  id,
  lessonId: 'lesson',
  sessionId: 's',
  taskId: 'task-1',
  turn: null,
  arm: 'shown',
  outcome: 'open',
  openedAt: instant(1),
  closedAt: null,
  ...fields,
})
