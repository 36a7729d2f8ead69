import type { LessonRow } from '../schema/lesson.js'
import type { Store } from '../store.js'
import type { LessonStorage } from './lesson-storage.js'

const MAX_EPISODES = 1000

/**
 * Deletes a lesson for good, with the episodes that it was made of: it would be made anew of them, here
 * and on every machine of a team that has them. False when it was gone already.
 */
export async function forgetLesson(
  { id, facts }: LessonRow,
  { storage, store, now }: { storage: LessonStorage; store: Store | null; now: string },
): Promise<boolean> {
  const query = { subject: facts?.key ?? '', limit: MAX_EPISODES }
  const episodes = facts === undefined ? [] : await store?.list('episode', query)
  for (const episode of episodes ?? []) await store?.remove('episode', episode.id, now)
  return storage.remove(id, now)
}
