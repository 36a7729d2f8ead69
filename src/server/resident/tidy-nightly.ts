import { openJsonlStorage } from '../../memory/jsonl-storage.js'
import { runLessonRetention } from '../../memory/retention.js'
import { openStoreStorage } from '../../memory/store-storage.js'
import { expireOld } from '../../store/retention.js'
import type { Store } from '../../store.js'
import { lessonFile } from '../../workspace.js'
import type { Workspace } from '../../workspace.js'

const MARK = 'retention:night'
const DAY_MS = 24 * 60 * 60 * 1000
/** In pieces: a hook that wants to write waits for one of them at most. */
const ROWS_AT_ONCE = 500

/** Deletes all that is too old to keep, once a day over all servers; false when that was done today. */
export async function tidyNightly(workspace: Workspace, store: Store, now: Date): Promise<boolean> {
  const { retention, lessons } = workspace.loaded.values
  const at = now.toISOString()
  const expiresAt = `${new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`
  if (!(await store.claimCache(MARK, at, { now: at, expiresAt }))) return false
  for (;;) {
    const expired = await expireOld(store, retention, { now, limit: ROWS_AT_ONCE })
    if (Object.keys(expired).length === 0) break
  }
  if (!lessons.enabled) return true
  const storage =
    lessons.storage === 'jsonl' ? openJsonlStorage(lessonFile(workspace)) : openStoreStorage(store)
  await runLessonRetention(storage, { retentionDays: lessons.retentionDays, now })
  return true
}
