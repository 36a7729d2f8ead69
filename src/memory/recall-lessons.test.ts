import { describe, expect, it } from 'vitest'
import type { LessonRow } from '../schema/lesson.js'
import { lessonRow } from './__fixtures__/lesson-row.js'
import { openMemoryStorage } from './memory-storage.js'
import { recallLessons } from './recall-lessons.js'

const coupon = {
  lesson: {
    taskId: 'earlier',
    subtaskId: 'earlier/1',
    analysis: 'applyCoupon() subtracts the percentage before shipping, test "rounds coupons" fails',
    suggestion: 'Apply the coupon after shipping was added',
  },
  files: ['src/checkout/coupon.ts'],
}

async function recall(
  rows: LessonRow[],
  query: { text?: string; files?: string[]; taskId?: string; subtaskId?: string | null },
): Promise<string[]> {
  const storage = openMemoryStorage()
  await storage.put(rows)
  const found = await recallLessons(storage, {
    taskId: 'now',
    subtaskId: null,
    text: '',
    files: [],
    limit: 3,
    ...query,
  })
  return found.map(({ id }) => id)
}

const own = (id: string, attemptNumber: number) =>
  lessonRow(id, { lesson: { taskId: 'now', subtaskId: 'now/1', attemptNumber } })

describe('recallLessons', () => {
  it.each([
    { text: 'Customers say a coupon is applied before shipping is added', expected: ['a'] },
    { text: 'Please look at src/checkout/coupon.ts, totals are off', expected: ['a'] },
    { text: 'coupon.ts is wrong', expected: ['a'] },
    { text: 'Translate the landing page into Czech', expected: [] },
    { text: 'Run the tests and fix the errors', expected: [] },
    { text: 'shipping', expected: [] },
    { text: '', expected: [] },
  ])('finds $expected for "$text"', async ({ text, expected }) => {
    expect(await recall([lessonRow('a', coupon)], { text })).toEqual(expected)
  })

  it.each([
    { files: ['src/checkout/coupon.ts'], expected: ['a'] },
    { files: ['/home/me/shop/src/checkout/coupon.ts'], expected: ['a'] },
    { files: ['src/other/coupon.ts'], expected: [] },
    { files: ['src/checkout/cart.ts'], expected: [] },
  ])('finds $expected for files $files', async ({ files, expected }) => {
    expect(await recall([lessonRow('a', coupon)], { files })).toEqual(expected)
  })

  it('does not take a name that every project has for the same file', async () => {
    const row = lessonRow('a', { files: ['packages/one/src/index.ts'] })
    expect(await recall([row], { files: ['packages/two/index.ts'] })).toEqual([])
    expect(await recall([row], { files: ['packages/one/src/index.ts'] })).toEqual(['a'])
  })

  const text = 'applyCoupon subtracts before shipping'
  it.each([
    { what: 'untainted crosses', fields: {}, taskId: 'now', expected: ['a'] },
    { what: 'tainted stays', fields: { tainted: true }, taskId: 'now', expected: [] },
    {
      what: 'tainted and pinned crosses',
      fields: { tainted: true, pinned: true },
      taskId: 'now',
      expected: ['a'],
    },
    {
      what: 'tainted serves its own task',
      fields: { tainted: true },
      taskId: 'earlier',
      expected: ['a'],
    },
    {
      what: 'quarantined is not shown, even to its own task',
      fields: { state: 'quarantined' },
      taskId: 'earlier',
      expected: [],
    },
    { what: 'retired is not shown', fields: { state: 'retired' }, taskId: 'now', expected: [] },
    { what: 'weather is not shown', fields: { transient: true }, taskId: 'earlier', expected: [] },
  ] as const)('$what', async ({ fields, taskId, expected }) => {
    expect(await recall([lessonRow('a', { ...coupon, ...fields })], { text, taskId })).toEqual(
      expected,
    )
  })

  it("puts the retry's own lessons first and fills up with others, to the limit", async () => {
    const rows = [own('own-1', 1), own('own-2', 2), lessonRow('a', coupon), lessonRow('b', coupon)]
    const found = await recall(rows, { text, taskId: 'now', subtaskId: 'now/1' })
    expect(found.slice(0, 2)).toEqual(['own-2', 'own-1'])
    expect(found.length).toBe(3)
  })

  it('prefers what was met more often among equals', async () => {
    const rows = [lessonRow('once', coupon), lessonRow('often', { ...coupon, reinforced: 5 })]
    expect(await recall(rows, { text })).toEqual(['often', 'once'])
  })
})
