import path from 'node:path'
import { openKeptLessons } from '../memory/kept-lessons.js'
import { runLessonRetention } from '../memory/retention.js'
import type { Store } from '../store.js'
import { expireDaily, HOOK_ROWS } from '../store/retention.js'
import { lessonFile } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'
import { removeOldPlaces } from './session-place.js'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes what is too old to keep, and looks at the history: once a day over all processes, in small. */
export async function tidy(workspace: Workspace, store: Store, now: Date): Promise<void> {
  const { retention, lessons } = workspace.loaded.values
  if ((await expireDaily(store, retention, now)) === null) return
  const before = new Date(now.getTime() - retention.eventsDays * DAY_MS)
  removeOldPlaces(path.dirname(workspace.stateDir), before, workspace.home)
  if (lessons.enabled) await tidyLessons(workspace, store, now)
  await lookBack(workspace, store, now)
}

async function tidyLessons(workspace: Workspace, store: Store, now: Date): Promise<void> {
  const { lessons } = workspace.loaded.values
  const storage = openKeptLessons(lessons, {
    file: lessonFile(workspace),
    store,
    home: workspace.home,
  })
  const { retentionDays } = lessons
  await runLessonRetention(storage, { retentionDays, now, limit: HOOK_ROWS })
}

/** A history that takes longer than this to read waits for a command or the server. */
const HISTORY_MS = 1500

/** Brings the index of earlier fixes up to date and looks at the gates, which may put or take back advice. */
async function lookBack({ root, stateDir, loaded }: Workspace, store: Store, now: Date) {
  const { updateFixIndex } = await import('../read/repository/earlier-fixes.js')
  await updateFixIndex(stateDir, { cwd: root, timeoutMs: HISTORY_MS })
  const { lookAtConfidenceGate } = await import('../experiments/confidence-gate.js')
  const { lookAtHistoryGates } = await import('../experiments/read-gates.js')
  const { highConfidence: high, gitWindowDays, boardWindowDays } = loaded.values.experiments
  await lookAtHistoryGates(store, {
    git: { cwd: root, timeoutMs: HISTORY_MS },
    windowDays: gitWindowDays,
    boardDays: boardWindowDays,
  })
  await lookAtConfidenceGate(store, { high, now })
}
