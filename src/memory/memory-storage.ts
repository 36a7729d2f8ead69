import { checkedExposure, checkedLesson, LessonIndex } from './lesson-index.js'
import type { LessonStorage } from './lesson-storage.js'

/** Lessons that are gone with the process. */
export function openMemoryStorage(): LessonStorage {
  const index = new LessonIndex()
  return {
    async put(rows) {
      for (const row of rows.map(checkedLesson)) index.put(row)
    },
    get: async (id) => index.get(id),
    findFingerprint: async (fingerprint) => index.findFingerprint(fingerprint),
    recent: async (subtaskId, limit) => index.recent(subtaskId, limit),
    list: async (query) => index.list(query),
    search: async (query) => index.search(query),
    remove: async (id) => index.remove(id),
    async prune(before, _at, limit = Infinity) {
      const rows = index.list({ before, limit: Infinity, order: 'oldest' })
      const old = rows.filter((row) => !row.pinned).slice(0, limit)
      for (const row of old) index.remove(row.id)
      return old.length
    },
    async putExposures(exposures) {
      for (const exposure of exposures.map(checkedExposure)) index.putExposure(exposure)
    },
    listExposures: async (query) => index.listExposures(query),
    skipped: async () => 0,
    close: async () => undefined,
  }
}
