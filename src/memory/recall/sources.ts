import type { TrackedFiles } from '../../evidence/repository/tracked-files.js'
import type { LessonStorage } from '../lesson-storage.js'
import { lessonItems } from './lesson-items.js'
import type { RecallSource } from './recall-item.js'

export interface RecallSourcesInput {
  storage: LessonStorage
  tracked: TrackedFiles
  /** Who asks; null for whoever is no session. */
  sessionId: string | null
  taskId?: string | null
}

/** Every kind of item that recall answers for, one source each. */
export const recallSources = (input: RecallSourcesInput): RecallSource[] => [lessonItems(input)]
