import { updateFixIndex } from '../../read/repository/earlier-fixes.js'
import { readSummedConfidence } from '../../experiments/calibration/stored-confidence.js'
import { lookAtConfidenceGate } from '../../experiments/confidence-gate.js'
import { lookAtHistoryGates } from '../../experiments/read-gates.js'
import { openKeptLessons } from '../../memory/kept-lessons.js'
import { runLessonRetention } from '../../memory/retention.js'
import type { Config } from '../../schema/config.js'
import { settleNow } from '../../wiring/settle-sessions.js'
import { expireOld } from '../../store/retention.js'
import type { Store } from '../../store.js'
import { bringUpSums, forgetUnits } from '../../sums/bring-up.js'
import { updateSelfModel } from '../../wiring/update-self-model.js'
import { lessonFile } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'

const MARK = 'retention:night'
const DONE = 'done'
const DAY_MS = 24 * 60 * 60 * 1000
/** One that was killed at it keeps others from it no longer than this. */
const CLAIM_MS = 10 * 60_000
/** In pieces: a hook that wants to write waits for one of them at most. */
const ROWS_AT_ONCE = 500

/** `elsewhere`: another server is at it, or was killed at it a moment ago. */
export type TidyEnd = 'tidied' | 'tidied-before' | 'elsewhere' | 'given-up'

export interface TidyTerms {
  now: Date
  signal: AbortSignal
}

/** Deletes all that is too old to keep and looks at the history, once a day over all servers; a day counts when it is done. */
export async function tidyNightly(
  workspace: Workspace,
  store: Store,
  { now, signal }: TidyTerms,
): Promise<TidyEnd> {
  const at = now.toISOString()
  const expiresAt = new Date(now.getTime() + CLAIM_MS).toISOString()
  if ((await store.readCache(MARK, at)) === DONE) return 'tidied-before'
  if (!(await store.claimCache(MARK, at, { now: at, expiresAt }))) return 'elsewhere'
  let isDone = false
  try {
    isDone = await deleteOld(workspace, store, { now, signal })
  } finally {
    const midnight = `${new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`
    await store.writeCache(MARK, isDone ? DONE : 'given up', isDone ? midnight : at)
  }
  return isDone ? 'tidied' : 'given-up'
}

const longestDays = (retention: Config['retention']): number =>
  Math.max(...Object.values(retention))

async function deleteOld(
  workspace: Workspace,
  store: Store,
  { now, signal }: TidyTerms,
): Promise<boolean> {
  const { retention, lessons } = workspace.loaded.values
  // Before anything goes: sessions without a later one get an outcome, too.
  while (!signal.aborted && (await settleNow(workspace, store, { now, current: null })).length > 0);
  await bringUpSums(store)
  await forgetUnits(store, new Date(now.getTime() - longestDays(retention) * DAY_MS).toISOString())
  await updateSelfModel(workspace, store, { now })
  for (;;) {
    if (signal.aborted) return false
    const expired = await expireOld(store, retention, { now, limit: ROWS_AT_ONCE })
    if (Object.keys(expired).length === 0) break
  }
  await updateFixIndex(workspace.stateDir, { cwd: workspace.root, signal })
  const { highConfidence: high, ...days } = workspace.loaded.values.experiments
  await lookAtHistoryGates(store, {
    git: { cwd: workspace.root, signal },
    windowDays: days.gitWindowDays,
    boardDays: days.boardWindowDays,
  })
  await lookAtConfidenceGate(store, { high, now, readData: () => readSummedConfidence(store) })
  if (!lessons.enabled) return true
  const storage = openKeptLessons(lessons, {
    file: lessonFile(workspace),
    store,
    home: workspace.home,
  })
  await runLessonRetention(storage, { retentionDays: lessons.retentionDays, now })
  return true
}
