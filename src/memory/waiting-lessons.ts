import type { LessonRow } from '../schema/lesson.js'
import type { LessonStorage } from './lesson-storage.js'

const MAX_LOOKED_AT = 10_000

/** Free text of tools, models and other programs: only its own session sees it until a person pins it. */
export async function listWaiting(storage: LessonStorage): Promise<LessonRow[]> {
  const rows = await storage.list({ limit: MAX_LOOKED_AT })
  return rows.filter(isWaiting)
}

const isWaiting = (row: LessonRow): boolean =>
  !row.pinned &&
  !row.transient &&
  (row.state === 'quarantined' || (row.state === 'active' && row.tainted))
