// `reflectory/lessons`: what failed attempts teach the next ones.
export { createLessons } from '../moments/failure/lessons.js'
export type { ExposeRequest, Lessons, LessonsOptions } from '../moments/failure/lessons.js'
export { formatForPrompt } from '../moments/failure/format.js'
export { retryWithLessons } from '../moments/failure/retry-with-lessons.js'
export type {
  Attempt,
  AttemptInput,
  Evaluation,
  RetryInput,
  RetryResult,
  RetryTask,
} from '../moments/failure/retry-with-lessons.js'
export { openJsonlStorage } from '../memory/jsonl-storage.js'
export { openMemoryStorage } from '../memory/memory-storage.js'
export { openStoreStorage } from '../memory/store-storage.js'
export type { LessonStorage } from '../memory/lesson-storage.js'
