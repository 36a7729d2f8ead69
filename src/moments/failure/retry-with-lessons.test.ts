import { describe, expect, it } from 'vitest'
import type { LessonStorage } from '../../memory/lesson-storage.js'
import { openMemoryStorage } from '../../memory/memory-storage.js'
import type { Model } from '../../model.js'
import { createLessons } from './lessons.js'
import { retryWithLessons } from './retry-with-lessons.js'
import type { AttemptInput, Evaluation, RetryInput } from './retry-with-lessons.js'

let tick = 0
const clock = {
  now: () => new Date(Date.UTC(2030, 0, 1) + (tick += 1) * 1000),
  nextId: () => `id-${(tick += 1)}`,
}

interface Story {
  /** What each attempt returns; an error is thrown. */
  results: unknown[]
  passes?: unknown
  error?: (value: unknown) => string
  maxAttempts?: number
  holdout?: number
  storage?: LessonStorage
}

async function play(story: Story, more: Partial<RetryInput<unknown>> = {}) {
  const storage = story.storage ?? openMemoryStorage()
  const inputs: AttemptInput<unknown>[] = []
  const evaluated: unknown[] = []
  const result = await retryWithLessons<unknown>({
    task: { id: 'task', description: 'sum prices' },
    maxAttempts: story.maxAttempts ?? story.results.length,
    lessons: createLessons({ storage, holdout: story.holdout ?? 0, ...clock }),
    ...clock,
    attempt: async (input) => {
      inputs.push(input)
      const value = story.results[input.attemptNumber - 1]
      if (value instanceof Error) throw value
      return value
    },
    evaluate: async (value): Promise<Evaluation> => {
      evaluated.push(value)
      const errorOutput =
        story.error?.(value) ??
        `AssertionError: expected ${String(value)} to be ok\n at src/${String(value)}.ts:3:1`
      return value === story.passes ? { passed: true } : { passed: false, errorOutput }
    },
    ...more,
  })
  return { result, storage, inputs, evaluated }
}

const answering = (analysis: () => string): Model => ({
  text: () => Promise.reject(new Error('unused')),
  object: async () => ({
    outcome: 'ok',
    value: {
      category: 'root_cause',
      analysis: analysis(),
      suggestion: 's',
      actionItems: [],
      confidence: 1,
    } as never,
    call: null as never,
  }),
})

const task = (id: string, description: string) => ({ task: { id, description } })

const complaint = async (): Promise<Evaluation> => ({
  passed: false,
  errorOutput: 'the basket forgets vouchers',
  errorOrigin: 'human',
})

const breaks = (): Promise<Evaluation> => Promise.reject(new Error('no test runner'))

describe('retryWithLessons', () => {
  it.each([
    { results: ['good'], chosen: 1, attempts: 1 },
    { results: ['bad', 'good', 'never'], chosen: 2, attempts: 2 },
    { results: ['bad', 'worse', 'worst'], chosen: 1, attempts: 3 },
    { results: [new Error('x'), 'bad', 'worse'], chosen: 2, attempts: 3 },
  ])('chooses attempt $chosen of $results', async ({ results, chosen, attempts }) => {
    const { result } = await play({ results, passes: 'good' })
    expect(result.chosen?.attemptNumber).toBe(chosen)
    expect(result.attempts.length).toBe(attempts)
    expect(result.passed).toBe(results.includes('good'))
    expect(result.problems).toEqual([])
  })

  it('chooses nothing when every attempt threw, and learns from what was thrown', async () => {
    const error = new TypeError("Cannot read properties of undefined (reading 'price')")
    const { result } = await play({ results: [error, error] })
    expect(result.chosen).toBeNull()
    expect(result.lessons[0]).toMatchObject({ category: 'root_cause' })
    expect(result.lessons[0]?.analysis).toContain('price')
  })

  it('shows each retry what the earlier attempts taught, newest first, at most three', async () => {
    const { inputs } = await play({ results: ['a', 'b', 'c', 'd', 'e'] })
    expect(inputs[0]?.prompt).toBe('')
    expect(inputs.map(({ lessons }) => lessons.map((it) => it.attemptNumber))).toEqual([
      [],
      [1],
      [2, 1],
      [3, 2, 1],
      [4, 3, 2],
    ])
    expect(inputs[1]?.prompt).toContain('## Learning from Previous Failures')
    expect(inputs[1]?.prompt).toContain('src/a.ts:3')
  })

  it('keeps every reflection on the same failure, and shows the latest three as they were written', async () => {
    const storage = openMemoryStorage()
    let said = 0
    const model = answering(() => `reflection ${(said += 1)}`)
    const lessons = createLessons({ storage, model, holdout: 0, ...clock })
    const { result, inputs } = await play(
      { results: ['a', 'b', 'c', 'd', 'e'], error: () => 'expected 1\n at src/same.ts:9:1' },
      { lessons },
    )
    const shown = inputs.map((input) => input.lessons.map((it) => [it.attemptNumber, it.analysis]))
    expect(shown.slice(2)).toEqual([
      [
        [2, 'reflection 2'],
        [1, 'reflection 1'],
      ],
      [
        [3, 'reflection 3'],
        [2, 'reflection 2'],
        [1, 'reflection 1'],
      ],
      [
        [4, 'reflection 4'],
        [3, 'reflection 3'],
        [2, 'reflection 2'],
      ],
    ])
    expect((await storage.list()).map((row) => row.lesson.analysis).sort()).toEqual(
      result.lessons.map((it) => it.analysis),
    )
  })

  it('notices a resubmission, does not evaluate it again, and says so', async () => {
    const { result, evaluated, inputs } = await play({ results: ['a', 'b', 'a', 'c'] })
    expect(evaluated).toEqual(['a', 'b', 'c'])
    expect(result.attempts.map((it) => it.resubmits)).toEqual([null, null, 1, null])
    expect(result.attempts[2]?.lesson?.analysis).toContain('resubmitted the result of attempt 1')
    expect(inputs[3]?.prompt).toContain('resubmitted the result of attempt 1')
  })

  it('takes results for the same when the caller says so', async () => {
    const { evaluated } = await play(
      {
        results: [
          { code: 'x', at: 1 },
          { code: 'x', at: 2 },
        ],
      },
      { identify: (value) => (value as { code: string }).code },
    )
    expect(evaluated.length).toBe(1)
  })

  it('runs the repair after the lesson is saved and before the next attempt', async () => {
    const storage = openMemoryStorage()
    const seen: unknown[] = []
    await play(
      { results: ['a', 'b'], storage },
      {
        repair: async ({ lesson, attempt }) => {
          const [saved] = await storage.list()
          seen.push([attempt.attemptNumber, lesson?.id === saved?.id, saved?.lesson.attemptNumber])
        },
      },
    )
    expect(seen).toEqual([[1, true, 1]])
  })

  it('closes every exposure with the outcome of its attempt', async () => {
    const { storage } = await play({ results: ['a', 'b', 'good'], passes: 'good' })
    const exposures = (await storage.listExposures()).toReversed()
    expect(exposures.map(({ arm, outcome }) => ({ arm, outcome }))).toEqual([
      { arm: 'shown', outcome: 'failure' },
      { arm: 'shown', outcome: 'success' },
      { arm: 'shown', outcome: 'success' },
    ])
    expect(exposures.every(({ closedAt }) => closedAt !== null)).toBe(true)
  })

  it('counts what was held out, and does not show it', async () => {
    const { storage, inputs } = await play({ results: ['a', 'b'], holdout: 1 })
    expect(inputs[1]?.prompt).toBe('')
    expect(await storage.listExposures()).toMatchObject([{ arm: 'held_out', outcome: 'failure' }])
  })

  it.each([
    ['names', 'AssertionError: obey me\n at src/cart.ts:3:1', 'in src/cart.ts:3'],
    ['nothing that has a name', 'obey me', ''],
  ])('shares across tasks only what has a form of tainted text: %s', async (_, error, told) => {
    const storage = openMemoryStorage()
    const story = { results: ['a'], storage, error: () => error }
    await play(story, task('one', 'sum prices of the basket'))
    const { inputs } = await play(story, task('two', 'sum prices of the basket'))
    expect(inputs[0]?.prompt).toContain(told)
    expect(inputs[0]?.prompt === '').toBe(told === '')
    expect(inputs[0]?.prompt).not.toContain('obey me')
  })

  it('shows an untainted lesson to another task only if it is relevant', async () => {
    const storage = openMemoryStorage()
    await play(
      { results: ['c'], storage },
      { ...task('three', 'sum the basket vouchers'), evaluate: complaint },
    )
    const near = await play({ results: ['d'], storage }, task('four', 'basket vouchers are wrong'))
    expect(near.inputs[0]?.prompt).toContain('the basket forgets vouchers')
    const far = await play({ results: ['e'], storage }, task('five', 'translate the page'))
    expect(far.inputs[0]?.prompt).toBe('')
  })

  it('goes on without lessons when the memory is broken, and says so', async () => {
    const broken = new Proxy({} as LessonStorage, {
      get: () => () => Promise.reject(new Error('disk gone')),
    })
    const { result, inputs } = await play({
      results: ['bad', 'good'],
      passes: 'good',
      storage: broken,
    })
    expect(result.passed).toBe(true)
    expect(inputs[1]?.prompt).toBe('')
    expect(new Set(result.problems)).toEqual(new Set(['disk gone']))
  })

  it("throws what the caller's evaluator throws", async () => {
    await expect(play({ results: ['a'] }, { evaluate: breaks })).rejects.toThrow('no test runner')
  })
})
