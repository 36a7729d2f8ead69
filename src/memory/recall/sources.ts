import type { TrackedFiles } from '../../read/repository/tracked-files.js'
import type { LessonStorage } from '../lesson-storage.js'
import { lessonItems } from './lesson-items.js'
import { memoryItems } from './memory-items.js'
import type { MemoryItemsInput } from './memory-items.js'
import type { RecallSource } from './recall-item.js'

export interface RecallSourcesInput {
  /** null where lessons are switched off. */
  storage: LessonStorage | null
  tracked: TrackedFiles
  /** Who asks; null for whoever is no session. */
  sessionId: string | null
  taskId?: string | null
  /** Where what people said is kept; null where it is not to be recalled. */
  memory: MemoryItemsInput['store'] | null
}

/** Every kind of item that recall answers for, one source each. */
export const recallSources = (input: RecallSourcesInput): RecallSource[] => [
  ...(input.storage === null ? [] : [lessonItems({ ...input, storage: input.storage })]),
  ...(input.memory === null
    ? []
    : [memoryItems({ store: input.memory, sessionId: input.sessionId })]),
]
