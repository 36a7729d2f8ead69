import path from 'node:path'
import { openKeptLessons } from '../memory/kept-lessons.js'
import { runLessonRetention } from '../memory/retention.js'
import type { Store } from '../store.js'
import { expireDaily, HOOK_ROWS } from '../store/retention.js'
import { lessonFile } from '../workspace.js'
import type { Workspace } from '../workspace.js'
import { removeOldPlaces } from './session-place.js'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes what is too old to keep: once a day over all processes, and in small. */
export async function tidy(workspace: Workspace, store: Store, now: Date): Promise<void> {
  const { retention, lessons } = workspace.loaded.values
  if ((await expireDaily(store, retention, now)) === null) return
  const before = new Date(now.getTime() - retention.eventsDays * DAY_MS)
  removeOldPlaces(path.dirname(workspace.stateDir), before)
  if (!lessons.enabled) return
  const storage = openKeptLessons(lessons, {
    file: lessonFile(workspace),
    store,
    home: workspace.home,
  })
  const { retentionDays } = lessons
  await runLessonRetention(storage, { retentionDays, now, limit: HOOK_ROWS })
}
