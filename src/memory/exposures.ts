import { sha256 } from '../util/sha256.js'
import type { Exposure } from '../schema/exposure.js'
import type { LessonRow } from '../schema/lesson.js'
import { armOf } from './holdout.js'
import type { ExposureQuery, LessonStorage } from './lesson-storage.js'
import { retireHarmful } from './retire.js'

export interface ExposeInput {
  lessons: readonly LessonRow[]
  sessionId: string
  taskId: string
  turn: number | null
  /** Names the attempt: the draw is the same whenever it is asked for. */
  attemptKey: string
  holdout: number
  now: string
}

export interface Exposed {
  shown: LessonRow[]
  exposures: Exposure[]
}

/** Draws each lesson's arm and opens its exposure. Nothing is written here. */
export function drawExposures(input: ExposeInput): Exposed {
  const { lessons, sessionId, taskId, turn, attemptKey, holdout, now } = input
  const drawn = lessons.map((lesson) => ({ lesson, arm: armOf(lesson.id, attemptKey, holdout) }))
  return {
    shown: drawn.filter(({ arm }) => arm === 'shown').map(({ lesson }) => lesson),
    exposures: drawn.map(({ lesson, arm }) =>
      openExposure({ lessonId: lesson.id, sessionId, taskId, turn, attemptKey, arm, now }),
    ),
  }
}

type OpenInput = Pick<Exposure, 'lessonId' | 'sessionId' | 'taskId' | 'turn' | 'arm'> &
  Pick<ExposeInput, 'attemptKey' | 'now'>

export const openExposure = ({ attemptKey, now, ...drawn }: OpenInput): Exposure => ({
  id: attemptId(drawn.lessonId, attemptKey),
  ...drawn,
  outcome: 'open',
  openedAt: now,
  closedAt: null,
})

/** Derived, so that an attempt that is told of twice counts once. */
export const attemptId = (name: string, attemptKey: string): string =>
  sha256(`${name}\n${attemptKey}`).slice(0, 32)

/** Closes exposures and retires what they prove harmful; returns the ids of the retired. */
export async function closeExposures(
  storage: LessonStorage,
  exposures: readonly Exposure[],
  outcome: Exclude<Exposure['outcome'], 'open'>,
  now: string,
): Promise<string[]> {
  const open = exposures.filter((exposure) => exposure.outcome === 'open')
  if (open.length === 0) return []
  await storage.putExposures(open.map((it) => ({ ...it, outcome, closedAt: now })))
  if (outcome === 'unknown') return []
  return retireHarmful(storage, [...new Set(open.map((it) => it.lessonId))])
}

const UNKNOWN_AFTER_MS = 24 * 3_600_000
const PAGE = 500

/** Closes as `unknown` what stayed open for a day; returns how many. */
export async function closeStaleExposures(storage: LessonStorage, now: string): Promise<number> {
  const before = new Date(Date.parse(now) - UNKNOWN_AFTER_MS).toISOString()
  let closed = 0
  for (;;) {
    const stale = await storage.listExposures({ outcome: 'open', before, limit: PAGE })
    await closeExposures(storage, stale, 'unknown', now)
    closed += stale.length
    if (stale.length < PAGE) return closed
  }
}

/** Every exposure that fits, however many pages it takes. */
export async function allExposures(
  storage: LessonStorage,
  query: ExposureQuery,
): Promise<Exposure[]> {
  return storage.listExposures({ ...query, limit: 1_000_000 })
}
