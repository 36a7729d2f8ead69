import { describe, expect, it } from 'vitest'
import { instant, lessonRow } from './__fixtures__/lesson-row.js'
import { openMemoryStorage } from './memory-storage.js'
import { rememberLesson } from './remember.js'

const again = (id: string, fields: Parameters<typeof lessonRow>[1] = {}) =>
  lessonRow(id, { fingerprint: 'same', ...fields })

describe('rememberLesson', () => {
  it('counts the same lesson again, relabels nothing and adds no copy', async () => {
    const storage = openMemoryStorage()
    await rememberLesson(storage, again('first', { at: 1 }))
    const newer = again('second', {
      at: 2,
      files: ['b.ts'],
      lesson: { taskId: 'task-2', subtaskId: 'sub-2', attemptNumber: 4, analysis: 'other words' },
    })
    const current = await rememberLesson(storage, newer)
    expect(await storage.list()).toEqual([current])
    expect(current).toEqual({
      ...again('first', { at: 1 }),
      reinforced: 1,
      files: ['b.ts'],
      seenIn: [...newer.seenIn, ...again('first').seenIn],
      lesson: { ...again('first').lesson, createdAt: instant(2) },
    })
  })

  it('keeps failures apart whose fingerprints differ', async () => {
    const storage = openMemoryStorage()
    await rememberLesson(storage, lessonRow('a'))
    await rememberLesson(storage, lessonRow('b'))
    expect((await storage.list()).length).toBe(2)
  })

  it.each([
    ['pinned', { pinned: true }],
    ['retired', { state: 'retired' }],
  ] as const)('never replaces what is %s, and leaves its state', async (_what, fields) => {
    const storage = openMemoryStorage()
    await rememberLesson(storage, again('known', fields))
    const current = await rememberLesson(
      storage,
      again('model', { madeBy: 'model', tainted: true }),
    )
    expect(current).toMatchObject({ id: 'known', reinforced: 1, tainted: false, ...fields })
    expect((await storage.list()).length).toBe(1)
  })

  it('counts one attempt once among the sightings, and keeps their number bounded', async () => {
    const storage = openMemoryStorage()
    await rememberLesson(storage, again('a'))
    expect((await rememberLesson(storage, again('b'))).seenIn.length).toBe(1)
    let last = again('c')
    for (let n = 1; n <= 80; n += 1) {
      last = await rememberLesson(storage, again(`n${n}`, { lesson: { subtaskId: `sub-${n}` } }))
    }
    expect(last.seenIn.length).toBe(50)
    expect(last.seenIn[0]?.subtaskId).toBe('sub-80')
  })
})
