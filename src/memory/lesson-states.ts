import { ReflectError } from '../schema/error.js'
import type { LessonRow } from '../schema/lesson.js'
import type { LessonStorage } from './lesson-storage.js'

/** A human vouches for a lesson: it is active, may cross tasks and is never retired by itself. */
export const pinLesson = (storage: LessonStorage, id: string): Promise<LessonRow> =>
  change(storage, id, { pinned: true, state: 'active', stateReason: null })

/** Takes the pin back; what came from elsewhere goes back into quarantine. */
export async function unpinLesson(storage: LessonStorage, id: string): Promise<LessonRow> {
  const row = await getLesson(storage, id)
  const isForeign = row.madeBy === 'import'
  return change(storage, id, {
    pinned: false,
    ...(isForeign ? { state: 'quarantined', stateReason: 'its pin was taken back' } : {}),
  })
}

export const retireLesson = (
  storage: LessonStorage,
  id: string,
  reason: string,
): Promise<LessonRow> =>
  change(storage, id, { pinned: false, state: 'retired', stateReason: reason })

/** The lesson of an id, or of the only one that begins so. */
export async function getLesson(storage: LessonStorage, id: string): Promise<LessonRow> {
  const row = await storage.get(id)
  if (row !== null) return row
  const near = (await storage.list({ limit: 10_000 })).filter((it) => it.id.startsWith(id))
  if (near.length === 1 && id.length >= 4) return near[0]!
  throw new ReflectError(
    'not-found',
    near.length > 1 ? `${near.length} lessons begin with ${id}` : `There is no lesson ${id}`,
    { remedy: '`reflect lessons list` shows the ids.' },
  )
}

async function change(
  storage: LessonStorage,
  id: string,
  fields: Partial<Pick<LessonRow, 'pinned' | 'state' | 'stateReason'>>,
): Promise<LessonRow> {
  const row = { ...(await getLesson(storage, id)), ...fields }
  await storage.put([row])
  return row
}
