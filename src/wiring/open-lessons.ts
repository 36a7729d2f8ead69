import { existsSync } from 'node:fs'
import { openJsonlStorage } from '../memory/jsonl-storage.js'
import type { LessonStorage } from '../memory/lesson-storage.js'
import { openMemoryStorage } from '../memory/memory-storage.js'
import { openStoreStorage } from '../memory/store-storage.js'
import { databaseFile, lessonFile, openStore } from './workspace.js'
import type { Workspace } from './workspace.js'

export interface OpenedStorage {
  storage: LessonStorage
  close(): Promise<void>
}

/** The project's lessons where its config keeps them. Looking makes no database where none was. */
export async function openLessonStorage(
  workspace: Workspace,
  { create }: { create: boolean },
): Promise<OpenedStorage> {
  const { storage } = workspace.loaded.values.lessons
  if (storage === 'jsonl') return plain(openJsonlStorage(lessonFile(workspace), workspace.home))
  const file = databaseFile(workspace)
  if (storage === 'memory' || file === null) return plain(openMemoryStorage())
  if (!create && !existsSync(file)) return plain(openMemoryStorage())
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: create ? 10_000 : 0 })
  return { storage: openStoreStorage(store), close: () => store.close() }
}

const plain = (storage: LessonStorage): OpenedStorage => ({
  storage,
  close: () => storage.close(),
})
