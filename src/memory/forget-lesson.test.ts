import { expect, it } from 'vitest'
import { openMemoryStore } from '../store/memory.js'
import { sampleWrite } from '../testing/store-contract/samples.js'
import { lessonOfEpisodes } from './episode-lessons.js'
import { forgetLesson } from './forget-lesson.js'
import { openStoreStorage } from './store-storage.js'
import type { Episode } from '../schema/episode.js'

const NOW = '2030-01-01T00:00:00.000Z'
const EPISODE = sampleWrite('episode').record as Episode
const episode = (id: string, key: string): Episode => ({
  ...EPISODE,
  id,
  key,
  state: 'resolved',
  resolvedBy: { files: ['src/cart.mjs'], hunks: [], commands: [], commit: null },
})

it('deletes a lesson with what it was made of, and nothing else', async () => {
  const store = await openMemoryStore()
  const storage = openStoreStorage(store)
  const [one, two, other] = [episode('1', 'k'), episode('2', 'k'), episode('3', 'other')]
  await store.add([one, two, other].map((record) => ({ kind: 'episode', record }) as const))
  const lesson = lessonOfEpisodes([one, two], null, NOW)!
  await storage.put([lesson])
  expect(await forgetLesson(lesson, { storage, store, now: NOW })).toBe(true)
  expect(await store.list('lesson')).toEqual([])
  expect((await store.list('episode')).map(({ id }) => id)).toEqual(['3'])
  expect(await forgetLesson(lesson, { storage, store, now: NOW })).toBe(false)
  await store.close()
})
