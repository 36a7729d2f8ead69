import type { LessonRow, Sighting } from '../schema/lesson.js'
import type { LessonStorage } from './lesson-storage.js'

const MAX_SIGHTINGS = 50

/**
 * Keeps a lesson that is handed in, or counts one more sighting of the same: its words stay, because
 * exposures were counted for them. Attempts of a task don't come through here, each keeps its own.
 */
export async function rememberLesson(storage: LessonStorage, row: LessonRow): Promise<LessonRow> {
  const known = await storage.findFingerprint(row.fingerprint)
  const current = known === null ? row : reinforce(known, row)
  await storage.put([current])
  return current
}

function reinforce(known: LessonRow, again: LessonRow): LessonRow {
  return {
    ...known,
    seenIn: mergeSightings(again.seenIn, known.seenIn),
    files: [...new Set([...again.files, ...known.files])].slice(0, MAX_SIGHTINGS),
    reinforced: known.reinforced + 1,
    // Retention counts from when it was met last.
    lesson: { ...known.lesson, createdAt: again.lesson.createdAt },
  }
}

function mergeSightings(newer: readonly Sighting[], older: readonly Sighting[]): Sighting[] {
  const known = new Set(newer.map(sightingKey))
  return [...newer, ...older.filter((it) => !known.has(sightingKey(it)))].slice(0, MAX_SIGHTINGS)
}

const sightingKey = (it: Sighting): string =>
  `${it.subtaskId}\n${it.attemptNumber}\n${it.sessionId}`
