import type { Config } from '../schema/config.js'
import type { Store } from '../store.js'
import { openJsonlStorage } from './jsonl-storage.js'
import type { LessonStorage } from './lesson-storage.js'
import { openStoreStorage } from './store-storage.js'

/**
 * The lessons that outlive a process, where the config keeps them. What one process keeps in its
 * memory no other process can open: the caller here has the store.
 */
export const openKeptLessons = (
  { storage }: Pick<Config['lessons'], 'storage'>,
  { file, store, home }: { file: string; store: Store; home: string },
): LessonStorage => (storage === 'jsonl' ? openJsonlStorage(file, home) : openStoreStorage(store))

/** Where exposures are: with the lessons, and in the store, which has those of the self-model. */
export const openExposureStorages = (
  lessons: Pick<Config['lessons'], 'storage'>,
  place: { file: string; store: Store; home: string },
): LessonStorage[] => [
  openKeptLessons(lessons, place),
  ...(lessons.storage === 'jsonl' ? [openStoreStorage(place.store)] : []),
]
