import { homedir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { instant, lessonRow } from '../../memory/__fixtures__/lesson-row.js'
import { openMemoryStorage } from '../../memory/memory-storage.js'
import type { FailureContext } from '../../schema/failure-context.js'
import { createLessons } from './lessons.js'
import type { LessonsOptions } from './lessons.js'

const SECRET = `sk-ant-${'api03-' + 'Ab1'.repeat(31)}`

function open(options: Partial<LessonsOptions> = {}) {
  const storage = openMemoryStorage()
  let tick = 0
  const lessons = createLessons({
    storage,
    now: () => new Date(instant(100)),
    nextId: () => `id-${(tick += 1)}`,
    ...options,
  })
  return { storage, lessons }
}

const failure = (fields: Partial<FailureContext> = {}): FailureContext => ({
  id: 'f',
  sessionId: 's',
  taskId: 'task-1',
  subtaskId: 'sub-1',
  subtaskDescription: 'd',
  attemptNumber: 1,
  failureType: 'runtime_error',
  errorOutput: 'TypeError: x is not a function\n at src/a.ts:3:1',
  filesModified: [],
  previousReflections: [],
  createdAt: instant(1),
  ...fields,
})

describe('createLessons', () => {
  it('generates, saves and gives back what a retry may see', async () => {
    const { lessons } = open()
    const first = await lessons.generate(failure())
    expect(await lessons.getRecent('sub-1')).toEqual([])
    await lessons.save(first)
    const other = failure({ attemptNumber: 2, errorOutput: 'RangeError: y\n at src/b.ts:4:1' })
    const second = await lessons.generate(other)
    await lessons.save(second)
    expect(await lessons.getRecent('sub-1')).toEqual([second, first])
    expect(await lessons.getRecent('sub-1', 1)).toEqual([second])
  })

  it('saves what it is given under its own id, also where texts differ only in a number', async () => {
    const { lessons, storage } = open()
    const given = ['retry after 10 s', 'retry after 20 s'].map((analysis, index) => ({
      ...lessonRow(`mine-${index}`).lesson,
      attemptNumber: index + 1,
      analysis,
    }))
    for (const lesson of given) await lessons.save(lesson)
    expect((await storage.list()).map((row) => row.lesson).toReversed()).toEqual(given)
    expect(await lessons.getRecent('sub-1')).toEqual(given.toReversed())
  })

  it('keeps the taint and source of what it generated itself, and distrusts what it did not', async () => {
    const { lessons, storage } = open()
    const own = await lessons.save(await lessons.generate(failure({ errorOrigin: 'human' })))
    expect(own).toMatchObject({ tainted: false, source: { failureId: 'f' } })
    await lessons.save(lessonRow('theirs').lesson)
    expect(await storage.get('theirs')).toMatchObject({ tainted: true, source: null })
  })

  it.each([
    ['the user’s home by default', {}, homedir()],
    ['the home that is passed', { home: '/home/ada' }, '/home/ada'],
  ])('hides %s', async (_title, options, home) => {
    const { lessons, storage } = open(options)
    const errorOutput = `TypeError: x is not a function\n at ${home}/shop/src/a.ts:3:1`
    await lessons.save(await lessons.generate(failure({ errorOutput })))
    await lessons.save({ ...lessonRow('theirs').lesson, analysis: `${home}/shop breaks` })
    const kept = JSON.stringify(await storage.list())
    expect(kept).toContain('~/shop')
    expect(kept).not.toContain(`${home}/`)
  })

  it('cuts a long output to its head and tail, and keeps secrets out of all of it', async () => {
    const { lessons, storage } = open()
    const middle = `${'noise\n'.repeat(400_000)}`
    const errorOutput = `HEAD key=${SECRET}\n${middle}\nError: TAIL ${SECRET} at src/z.ts:9:1`
    await lessons.learn(failure({ errorOutput, subtaskDescription: `d ${SECRET}` }))
    const [row] = await storage.list()
    expect(row?.source?.errorOutput.length).toBeLessThanOrEqual(2000)
    expect(row?.source?.errorOutput).toMatch(/^HEAD/)
    expect(row?.source?.errorOutput).toContain('src/z.ts:9')
    expect(JSON.stringify(row)).not.toContain(SECRET)
  })

  it('taints what was made over a tainted or forgotten lesson', async () => {
    const model = {
      text: () => Promise.reject(new Error('unused')),
      object: async () => ({
        outcome: 'ok' as const,
        value: {
          category: 'root_cause',
          analysis: 'a',
          suggestion: 's',
          actionItems: [],
          confidence: 1,
        } as never,
        call: null as never,
      }),
    }
    const { lessons, storage } = open({ model })
    await storage.put([lessonRow('clean'), lessonRow('dirty', { tainted: true })])
    const taintWith = async (id: string) =>
      (
        await lessons.learn(
          failure({
            errorOrigin: 'human',
            errorOutput: `said by ${id}`,
            previousReflections: [lessonRow(id).lesson],
          }),
        )
      ).tainted
    expect(await taintWith('clean')).toBe(false)
    expect(await taintWith('dirty')).toBe(true)
    expect(await taintWith('forgotten')).toBe(true)
  })

  it.each([
    ['an attempt below one', { attemptNumber: 0 }],
    ['an unknown type', { failureType: 'bad' as never }],
    ['no text', { errorOutput: undefined as never }],
    ['no id', { id: '' }],
    ['a field that it has not', { bogus: 1 } as never],
  ])('refuses a failure with %s, and names it', async (_what, fields) => {
    await expect(open().lessons.generate(failure(fields))).rejects.toMatchObject({
      code: 'payload-invalid',
      message: `The failure does not match its contract at ${Object.keys(fields)[0]}`,
    })
  })

  it('refuses to save what is no lesson', async () => {
    const save = open().lessons.save({ ...lessonRow('x').lesson, confidence: 3 })
    await expect(save).rejects.toMatchObject({ code: 'payload-invalid' })
  })

  it('fails without a model when the heuristic is not wanted', async () => {
    await expect(open({ useHeuristic: false }).lessons.generate(failure())).rejects.toMatchObject({
      code: 'model-failed',
    })
  })

  it('prunes by age', async () => {
    const { lessons, storage } = open()
    await storage.put([lessonRow('old', { at: 10 }), lessonRow('new', { at: 90 })])
    expect(await lessons.prune(50_000)).toBe(1)
    expect((await storage.list()).map(({ id }) => id)).toEqual(['new'])
  })
})
