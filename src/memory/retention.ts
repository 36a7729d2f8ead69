import { closeStaleExposures } from './exposures.js'
import type { LessonStorage } from './lesson-storage.js'

const DAY_MS = 86_400_000

export interface RetentionReport {
  /** Lessons that were too old and not pinned. */
  pruned: number
  /** Exposures that stayed open for a day. */
  closed: number
}

/** What is due every day: exposures left open, lessons not used. */
export async function runLessonRetention(
  storage: LessonStorage,
  { retentionDays, now, limit }: { retentionDays: number; now: Date; limit?: number },
): Promise<RetentionReport> {
  const at = now.toISOString()
  const before = new Date(now.getTime() - retentionDays * DAY_MS).toISOString()
  return {
    closed: await closeStaleExposures(storage, at),
    pruned: await storage.prune(before, at, limit),
  }
}
