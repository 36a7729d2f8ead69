import { expect, it } from 'vitest'
import { lessonRow } from '../memory/__fixtures__/lesson-row.js'
import { Config } from '../schema/config.js'
import { openMemoryStore } from '../store/memory.js'
import type { Workspace } from '../workspace.js'
import { tidy } from './tidy.js'

it('lets old lessons go and pinned ones stay, once a day', async () => {
  const store = await openMemoryStore()
  const workspace = { loaded: { values: Config.parse({}) } } as Workspace
  const old = lessonRow('old', { at: -40 * 86_400 })
  const now = new Date(Date.parse(old.lesson.createdAt) + 40 * 86_400_000)
  const put = (record: typeof old) => store.add([{ kind: 'lesson', record }])
  await put(old)
  await put(lessonRow('pinned', { at: -40 * 86_400, pinned: true }))
  await tidy(workspace, store, now)
  expect((await store.list('lesson')).map(({ id }) => id)).toEqual(['pinned'])
  await put(old)
  await tidy(workspace, store, now)
  expect(await store.list('lesson')).toHaveLength(2)
  await tidy(workspace, store, new Date(now.getTime() + 86_400_000))
  expect((await store.list('lesson')).map(({ id }) => id)).toEqual(['pinned'])
})
