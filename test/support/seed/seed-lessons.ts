import type { Exposure } from '../../../src/schema/exposure.js'
import type { LessonRow } from '../../../src/schema/lesson.js'
import type { Draw } from './draw.js'
import type { SessionPlan, Step } from './seed-sessions.js'
import { LESSONS, REQUESTS } from './words.js'

/** A lesson, and the attempts that saw it or were held out. Every fifth was seen often enough to tell. */
export function seedLesson(draw: Draw, number: number, sessions: readonly SessionPlan[]): Step[] {
  const first = draw.whole(0, sessions.length - 1)
  const start = sessions[first]!.start + 600_000
  const row = toRow(draw, number, { ...sessions[first]!, start })
  const steps: Step[] = [{ at: start, play: (log) => log.write({ kind: 'lesson', record: row }) }]
  const effect = draw.one([-0.25, 0, 0, 0.15, 0.4])
  const count = number % 5 === 0 ? draw.whole(60, 110) : draw.whole(0, 6)
  const later = draw.some(sessions.slice(first + 1), count)
  for (const [n, session] of later.entries()) {
    const openedAt = session.start + 120_000
    const arm = draw.chance(0.3) ? 'held_out' : 'shown'
    const succeeds = draw.chance(0.5 + (arm === 'shown' ? effect : 0))
    const isOpen = n === later.length - 1 && draw.chance(0.3)
    const exposure: Exposure = {
      id: draw.id('exposure'),
      lessonId: row.id,
      sessionId: session.id,
      taskId: row.lesson.taskId,
      turn: 1,
      arm,
      outcome: isOpen ? 'open' : succeeds ? 'success' : 'failure',
      openedAt: new Date(openedAt).toISOString(),
      closedAt: isOpen ? null : new Date(openedAt + 600_000).toISOString(),
    }
    steps.push({ at: openedAt, play: (log) => log.write({ kind: 'exposure', record: exposure }) })
  }
  return steps
}

function toRow(draw: Draw, number: number, { id: sessionId, start }: SessionPlan): LessonRow {
  const text = draw.one(LESSONS)
  const at = new Date(start).toISOString()
  const id = `lesson-${String(number).padStart(3, '0')}`
  const taskId = `SHOP-${draw.whole(100, 400)}`
  const place = { sessionId, taskId, subtaskId: `${taskId}.${draw.whole(1, 4)}`, attemptNumber: 1 }
  const state = draw.one([
    'active',
    'active',
    'active',
    'active',
    'quarantined',
    'retired',
  ] as const)
  const pinned = state === 'active' && draw.chance(0.08)
  return {
    id,
    lesson: {
      id,
      ...place,
      category: text.category,
      analysis: `${text.analysis} Seen in ${taskId}.`,
      suggestion: text.suggestion,
      actionItems: ['Say which command shows that it is fixed.'],
      confidence: Math.round((0.5 + 0.5 * draw.unit()) * 100) / 100,
      createdAt: at,
    },
    state,
    stateReason: state === 'retired' ? 'it does harm: lift -0.21, at most -0.02' : null,
    pinned,
    tainted: draw.chance(0.6),
    transient: draw.chance(0.05),
    fingerprint: `fingerprint-${number}`,
    reinforced: draw.whole(0, 6),
    madeBy: draw.one(['heuristic', 'heuristic', 'model', 'human', 'import'] as const),
    adjusted: [],
    files: ['src/cart.ts'],
    seenIn: [{ ...place, at }],
    source: {
      failureId: draw.id('failure'),
      failureType: draw.one(['test_failure', 'typecheck_failure', 'runtime_error'] as const),
      subtaskDescription: draw.one(REQUESTS),
      errorOutput: 'AssertionError: expected 1799 to be 1800\n    at test/cart.test.ts:41:18',
      filesModified: ['src/cart.ts', 'test/cart.test.ts'],
    },
    firstSeenAt: at,
  }
}
