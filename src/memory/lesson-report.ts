import type { Exposure } from '../schema/exposure.js'
import type { LessonRow } from '../schema/lesson.js'
import { allExposures } from './exposures.js'
import { addCount, addCounts, countOf } from '../sums/counts.js'
import type { Counts } from '../sums/counts.js'
import { liftOf, MIN_PER_ARM } from './lift.js'
import type { ArmCounts, Lift } from './lift.js'
import type { LessonStorage } from './lesson-storage.js'

export interface LiftFigures {
  exposures: number
  open: number
  /** Closed without an outcome: left out of both arms. */
  unknown: number
  arms: ArmCounts
  /** null: not enough data. */
  lift: Lift | null
  verdict: 'helps' | 'does harm' | 'no clear effect' | 'not enough data'
}

export interface LessonFigures extends LiftFigures {
  id: string
  state: LessonRow['state']
  pinned: boolean
  reinforced: number
  summary: string
}

export interface LessonReport {
  minPerArm: number
  overall: LiftFigures
  lessons: LessonFigures[]
}

const MAX_LESSONS = 10_000

/**
 * What every lesson did for the attempts that saw it, and all of them together. Whoever has counted
 * the exposures already, by lesson, hands the counts over.
 */
export async function reportLessons(
  storage: LessonStorage,
  counted?: ReadonlyMap<string, Counts>,
): Promise<LessonReport> {
  const byLesson = counted ?? tallyExposures(await allExposures(storage, {}))
  const rows = await storage.list({ limit: MAX_LESSONS })
  const overall: Counts = {}
  for (const counts of byLesson.values()) addCounts(overall, counts)
  return {
    minPerArm: MIN_PER_ARM,
    overall: figuresOf(overall),
    lessons: rows
      .map((row) => ({
        id: row.id,
        state: row.state,
        pinned: row.pinned,
        reinforced: row.reinforced,
        summary: row.lesson.analysis,
        ...figuresOf(byLesson.get(row.id) ?? {}),
      }))
      .sort((a, b) => b.exposures - a.exposures || b.reinforced - a.reinforced),
  }
}

export function toFigures(exposures: readonly Exposure[]): LiftFigures {
  const counts: Counts = {}
  for (const { arm, outcome } of exposures) addCount(counts, `${arm} ${outcome}`)
  return figuresOf(counts)
}

function tallyExposures(exposures: readonly Exposure[]): Map<string, Counts> {
  const byLesson = new Map<string, Counts>()
  for (const { lessonId, arm, outcome } of exposures) {
    const counts = byLesson.get(lessonId) ?? {}
    addCount(counts, `${arm} ${outcome}`)
    byLesson.set(lessonId, counts)
  }
  return byLesson
}

function figuresOf(counts: Counts): LiftFigures {
  const of = (outcome: Exposure['outcome']) =>
    countOf(counts, `shown ${outcome}`) + countOf(counts, `held_out ${outcome}`)
  const arm = (name: Exposure['arm']) => {
    const successes = countOf(counts, `${name} success`)
    return { n: successes + countOf(counts, `${name} failure`), successes }
  }
  const arms = { shown: arm('shown'), heldOut: arm('held_out') }
  const lift = liftOf(arms)
  return {
    exposures: of('open') + of('unknown') + of('success') + of('failure'),
    open: of('open'),
    unknown: of('unknown'),
    arms,
    lift,
    verdict: verdictOf(lift),
  }
}

/** A report is read again and again, so its verdict rests on the always-valid interval. */
function verdictOf(lift: Lift | null): LiftFigures['verdict'] {
  if (lift === null) return 'not enough data'
  if (lift.alwaysValid.low > 0) return 'helps'
  return lift.alwaysValid.high < 0 ? 'does harm' : 'no clear effect'
}
