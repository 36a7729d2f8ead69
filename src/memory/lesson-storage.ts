/**
 * Where lessons and their exposures are kept. Three adapters answer to it alike: the store, a JSONL
 * file and this process's memory. What is read back is what was put in, without its secrets; a row
 * that does not match its contract is refused.
 */
import type { Exposure } from '../schema/exposure.js'
import type { LessonRow, LessonState } from '../schema/lesson.js'
import { compareText } from '../util/compare-text.js'

export interface LessonListQuery {
  state?: LessonState
  /** ISO instant: only lessons learned before it. */
  before?: string
  /** @default 200 */
  limit?: number
  /** @default 'newest' */
  order?: 'newest' | 'oldest'
}

export interface LessonSearch {
  words?: readonly string[]
  files?: readonly string[]
  /** A task or subtask in which the lesson was met. */
  place?: string
  /** Only what may cross tasks: untainted, or pinned by a human. */
  shareable?: boolean
  limit: number
}

export interface ExposureQuery {
  lessonId?: string
  sessionId?: string
  outcome?: Exposure['outcome']
  /** ISO instant: only those opened before it. */
  before?: string
  /** @default 200 */
  limit?: number
}

/** Where lessons and their exposures are kept. */
export interface LessonStorage {
  /** Adds rows or replaces those of the same id, all or none. */
  put(rows: readonly LessonRow[]): Promise<void>
  get(id: string): Promise<LessonRow | null>
  /** The lesson of this failure that still counts; a superseded one does not. */
  findFingerprint(fingerprint: string): Promise<LessonRow | null>
  /** What may be shown to a retry of a subtask: newest attempt first. */
  recent(subtaskId: string, limit: number): Promise<LessonRow[]>
  list(query?: LessonListQuery): Promise<LessonRow[]>
  /** Active lessons that match any of what is asked for, best first. */
  search(query: LessonSearch): Promise<LessonRow[]>
  /** Deletes for good; false when there was none. */
  remove(id: string, at: string): Promise<boolean>
  /** Deletes what was learned before the instant and not pinned; returns how many went. */
  prune(before: string, at: string, limit?: number): Promise<number>
  putExposures(exposures: readonly Exposure[]): Promise<void>
  /** Newest first. */
  listExposures(query?: ExposureQuery): Promise<Exposure[]>
  /** Lines or rows that could not be read and were passed over. */
  skipped(): Promise<number>
  close(): Promise<void>
}

/** Whether a lesson may be shown at all. */
export const isShowable = (row: LessonRow): boolean => row.state === 'active' && !row.transient

/** Whether a lesson may leave the task that it was learned in. */
export const isShareable = (row: LessonRow): boolean => row.pinned || !row.tainted

export const isSeenIn = (row: LessonRow, place: string): boolean =>
  row.seenIn.some((sighting) => sighting.taskId === place || sighting.subtaskId === place)

/** The rows for a retry of a subtask, newest attempt first. */
export function newestAttempts(
  rows: readonly LessonRow[],
  subtaskId: string,
  limit: number,
): LessonRow[] {
  const attempt = (row: LessonRow): number =>
    Math.max(
      0,
      ...row.seenIn
        .filter((sighting) => sighting.subtaskId === subtaskId)
        .map((sighting) => sighting.attemptNumber),
    )
  return rows
    .filter((row) => isShowable(row) && attempt(row) > 0)
    .sort((a, b) => attempt(b) - attempt(a) || byNewest(a, b))
    .slice(0, Math.max(0, limit))
}

export const byNewest = (a: LessonRow, b: LessonRow): number =>
  compareText(b.lesson.createdAt, a.lesson.createdAt) || compareText(b.id, a.id)
