import type { LessonRow, Sighting } from '../schema/lesson.js'
import type { LessonStorage } from './lesson-storage.js'

const MAX_SIGHTINGS = 50

/** Keeps a new lesson, or reinforces the one of the same failure. Returns what now stands for it. */
export async function rememberLesson(storage: LessonStorage, row: LessonRow): Promise<LessonRow> {
  const known = await storage.findFingerprint(row.fingerprint)
  if (known === null) {
    await storage.put([row])
    return row
  }
  const { current, changed } = reinforce(known, row)
  await storage.put(changed)
  return current
}

/**
 * The same failure again. The known text stays, because its exposures were counted for it; only a
 * model's lesson takes the place of a heuristic one, as a lesson of its own. What a human pinned
 * is never replaced.
 */
function reinforce(
  known: LessonRow,
  again: LessonRow,
): { current: LessonRow; changed: LessonRow[] } {
  const seenIn = mergeSightings(again.seenIn, known.seenIn)
  const files = [...new Set([...again.files, ...known.files])].slice(0, MAX_SIGHTINGS)
  const shared = {
    seenIn,
    files,
    reinforced: known.reinforced + 1,
    firstSeenAt: known.firstSeenAt,
  }
  if (isBetter(again, known)) {
    const current = { ...again, ...shared }
    const old: LessonRow = {
      ...known,
      state: 'superseded',
      stateReason: `a model's lesson took its place: ${again.id}`,
    }
    return { current, changed: [current, old] }
  }
  const { sessionId, taskId, subtaskId, attemptNumber, createdAt } = again.lesson
  const lesson = { ...known.lesson, sessionId, taskId, subtaskId, attemptNumber, createdAt }
  const current: LessonRow = {
    ...known,
    ...shared,
    lesson,
    source: again.source ?? known.source,
  }
  return { current, changed: [current] }
}

const isBetter = (again: LessonRow, known: LessonRow): boolean =>
  again.id !== known.id &&
  again.madeBy === 'model' &&
  known.madeBy === 'heuristic' &&
  known.state === 'active' &&
  !known.pinned

function mergeSightings(newer: readonly Sighting[], older: readonly Sighting[]): Sighting[] {
  const known = new Set(newer.map(sightingKey))
  return [...newer, ...older.filter((it) => !known.has(sightingKey(it)))].slice(0, MAX_SIGHTINGS)
}

const sightingKey = (it: Sighting): string =>
  `${it.subtaskId}\n${it.attemptNumber}\n${it.sessionId}`
