import { openJsonlStorage } from '../../memory/jsonl-storage.js'
import type { LessonStorage } from '../../memory/lesson-storage.js'
import { openMemoryStorage } from '../../memory/memory-storage.js'
import { openStoreStorage } from '../../memory/store-storage.js'
import type { Exposure } from '../../schema/exposure.js'
import type { LessonRow } from '../../schema/lesson.js'
import type { RecordWrite } from '../../schema/records.js'
import type { Store } from '../../store.js'
import type { MomentInput, MomentPorts } from '../moment.js'

export interface SessionStorage {
  storage: LessonStorage
  /** What the moment has to hand over, so that it is written with everything else of its event. */
  records(): RecordWrite[]
}

/** The configured storage as a moment may use it. */
export function openSessionStorage(
  { config }: Pick<MomentInput, 'config'>,
  { store, lessonFile, home }: Pick<MomentPorts, 'store' | 'lessonFile' | 'home'>,
): SessionStorage {
  const { storage } = config.lessons
  if (storage === 'jsonl' && lessonFile !== undefined) {
    return { storage: openJsonlStorage(lessonFile, home), records: () => [] }
  }
  return storage === 'memory' ? { storage: memoryOf(store), records: () => [] } : collecting(store)
}

const memories = new WeakMap<Store, LessonStorage>()

function memoryOf(store: Store): LessonStorage {
  const memory = memories.get(store) ?? openMemoryStorage()
  memories.set(store, memory)
  return memory
}

/** Reads from the store, and from what is not written yet. */
function collecting(store: Store): SessionStorage {
  const lessons = new Map<string, LessonRow>()
  const exposures = new Map<string, Exposure>()
  const stored = openStoreStorage(store)
  const storage: LessonStorage = {
    ...stored,
    async put(rows) {
      for (const row of rows) lessons.set(row.id, row)
    },
    get: async (id) => lessons.get(id) ?? stored.get(id),
    async putExposures(given) {
      for (const exposure of given) exposures.set(exposure.id, exposure)
    },
    async listExposures(query) {
      const known = await stored.listExposures(query)
      return known.map((exposure) => exposures.get(exposure.id) ?? exposure)
    },
  }
  return {
    storage,
    records: () => [
      ...[...lessons.values()].map((record) => ({ kind: 'lesson', record }) as const),
      ...[...exposures.values()].map((record) => ({ kind: 'exposure', record }) as const),
    ],
  }
}
