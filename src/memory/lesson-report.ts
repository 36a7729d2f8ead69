import type { Exposure } from '../schema/exposure.js'
import type { LessonRow } from '../schema/lesson.js'
import { allExposures } from './exposures.js'
import { liftOf, MIN_PER_ARM } from './lift.js'
import type { ArmCounts, Lift } from './lift.js'
import type { LessonStorage } from './lesson-storage.js'
import { countArms } from './retire.js'

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

/** What every lesson did for the attempts that saw it, and all of them together. */
export async function reportLessons(storage: LessonStorage): Promise<LessonReport> {
  const exposures = await allExposures(storage, {})
  const byLesson = new Map<string, Exposure[]>()
  for (const exposure of exposures) {
    const known = byLesson.get(exposure.lessonId)
    if (known === undefined) byLesson.set(exposure.lessonId, [exposure])
    else known.push(exposure)
  }
  const rows = await storage.list({ limit: MAX_LESSONS })
  return {
    minPerArm: MIN_PER_ARM,
    overall: toFigures(exposures),
    lessons: rows
      .map((row) => ({
        id: row.id,
        state: row.state,
        pinned: row.pinned,
        reinforced: row.reinforced,
        summary: row.lesson.analysis,
        ...toFigures(byLesson.get(row.id) ?? []),
      }))
      .sort((a, b) => b.exposures - a.exposures || b.reinforced - a.reinforced),
  }
}

export function toFigures(exposures: readonly Exposure[]): LiftFigures {
  const arms = countArms(exposures)
  const lift = liftOf(arms)
  return {
    exposures: exposures.length,
    open: exposures.filter((it) => it.outcome === 'open').length,
    unknown: exposures.filter((it) => it.outcome === 'unknown').length,
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
