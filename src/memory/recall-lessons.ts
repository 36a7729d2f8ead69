/**
 * Recall: a task comes in, the few lessons that are about it go out; none when none is. A lesson
 * made from a tool's text crosses tasks as its structured facts alone unless a human pinned it, and
 * one about the weather is never shown.
 */
import type { LessonRow } from '../schema/lesson.js'
import { isSeenIn, isShareable, isShowable } from './lesson-storage.js'
import type { LessonStorage } from './lesson-storage.js'
import { isCommonName, RELEVANCE_GATE, relevanceOf } from './relevance.js'
import type { Subject } from './relevance.js'
import { keyTerms, pathsIn } from './terms.js'

export interface RecallQuery {
  taskId: string
  /** Lessons of its own attempts come first, relevant by themselves; null for a new piece of work. */
  subtaskId: string | null
  text: string
  files: readonly string[]
  limit: number
  /** What of a tool's text may cross tasks: its structured facts, as a row of their own; null for none. */
  shareFacts?: (row: LessonRow) => LessonRow | null
}

const MAX_TERMS = 12
const MAX_FILES = 20
const CANDIDATES = 50

export async function recallLessons(
  storage: LessonStorage,
  query: RecallQuery,
): Promise<LessonRow[]> {
  const { taskId, subtaskId, text, limit, shareFacts } = query
  if (limit <= 0) return []
  const own = subtaskId === null ? [] : await storage.recent(subtaskId, limit)
  if (own.length >= limit) return own
  const files = [...new Set([...query.files, ...pathsIn(text, MAX_FILES)])].slice(0, MAX_FILES)
  const words = keyTerms(text, MAX_TERMS)
  const candidates = [
    ...(await storage.search({ place: taskId, limit: CANDIDATES })),
    ...(await storage.search({
      words,
      files: files.map(searchedPath),
      shareable: shareFacts === undefined,
      limit: CANDIDATES,
    })),
  ]
  const shown = new Set(own.map(({ id }) => id))
  const others = rank(candidates, { text, files })
    .filter((row) => !shown.has(row.id))
    .map((row) => (mayShow(row, taskId) ? row : (shareFacts?.(row) ?? null)))
    .filter((row) => row !== null)
  return [...own, ...distinct(others)].slice(0, limit)
}

/** Its name finds a file from wherever it is looked at; a common name needs its folder too. */
function searchedPath(file: string): string {
  const parts = file.split(/[\\/]+/)
  return parts.slice(isCommonName(parts.at(-1) ?? '') ? -2 : -1).join('/')
}

/** Whether all of a lesson may be shown to an attempt of a task. */
const mayShow = (row: LessonRow, taskId: string): boolean =>
  isShareable(row) || isSeenIn(row, taskId)

function rank(rows: readonly LessonRow[], subject: Subject): LessonRow[] {
  return (
    rows
      // Facts of episodes are shown by recall alone, which holds them against the tracked files.
      .filter((row) => isShowable(row) && row.facts === undefined)
      .map((row) => ({ row, score: relevanceOf(row, subject) }))
      .filter(({ score }) => score >= RELEVANCE_GATE)
      .sort((a, b) => b.score - a.score || b.row.reinforced - a.row.reinforced)
      .map(({ row }) => row)
  )
}

/** The best lesson of each failure. Attempts of the task itself are never joined. */
function distinct(rows: readonly LessonRow[]): LessonRow[] {
  return [...new Map(rows.toReversed().map((row) => [row.fingerprint, row])).values()].toReversed()
}
