import { execFileSync } from 'node:child_process'
import { openStoreStorage } from '../../src/memory/store-storage.js'
import { createLessons } from '../../src/moments/failure/lessons.js'
import { retryWithLessons } from '../../src/moments/failure/retry-with-lessons.js'
import type { Evaluation } from '../../src/moments/failure/retry-with-lessons.js'
import { count } from '../../src/util/count.js'
import { uniqueId } from '../../src/util/unique-id.js'
import type { Scene } from '../scene.js'
import type { Stage } from '../stage.js'

/** What the agent of this story writes, one attempt after the other. */
const ATTEMPTS = [
  'export const total = (prices, shipping) => prices.length + shipping\n',
  'export const total = (prices, shipping) => prices.length + shipping\n',
  'export const total = (prices, shipping) => prices.reduce((sum, price) => sum + price, shipping)\n',
]

const TASK = 'shop'

const CHECK = `import assert from 'node:assert/strict'
import { total } from './cart.mjs'
assert.equal(total([5, 7], 3), 15, 'total adds prices and shipping')
`

const now = (): Date => new Date()
const nextId = (): string => uniqueId(now())

export const scene: Scene = {
  name: 'failure',
  title: 'An attempt failed: what should be done differently?',
  isThroughHook: false,
  async play(stage) {
    stage.write('src/cart.check.mjs', CHECK)
    stage.say(
      'A program retries an agent with lessons. The first attempt fails its check; the second',
    )
    stage.say('resubmits the same code; the third changes it:')
    const store = await stage.openStore()
    const storage = openStoreStorage(store)
    const shown = new Map<number, string>()
    const result = await retryWithLessons<string>({
      task: {
        id: TASK,
        description: 'The total of a cart with shipping',
        files: ['src/cart.mjs'],
      },
      maxAttempts: ATTEMPTS.length,
      lessons: createLessons({ storage, now, nextId, holdout: 0 }),
      now,
      nextId,
      attempt: async ({ attemptNumber, lessons }) => {
        if (lessons[0] !== undefined) shown.set(attemptNumber, lessons[0].suggestion)
        const source = ATTEMPTS[attemptNumber - 1]!
        stage.write('src/cart.mjs', source)
        return source
      },
      evaluate: async () => check(stage),
    })
    for (const { attemptNumber, passed, resubmits, lesson } of result.attempts) {
      const advice = shown.get(attemptNumber)
      if (advice !== undefined) stage.show(`attempt ${attemptNumber} was shown: ${advice}`)
      const end = passed ? 'passed' : resubmits === null ? 'failed' : 'resubmitted, not run again'
      stage.show(
        `attempt ${attemptNumber}: ${end}${lesson === null ? '' : `\n  learned: ${lesson.analysis}`}`,
      )
    }
    const exposures = (await storage.listExposures()).filter(({ taskId }) => taskId === TASK)
    await store.close()
    stage.say(
      result.passed && exposures.length > 0
        ? `Attempt ${result.chosen?.attemptNumber} is chosen. Each lesson shown is counted (${count(exposures.length, 'exposure')}), ` +
            'so `reflect lessons report` can tell whether it helps.'
        : 'Unexpected: no attempt passed.',
    )
  },
}

function check(stage: Stage): Evaluation {
  try {
    execFileSync(process.execPath, ['src/cart.check.mjs'], {
      cwd: stage.root,
      env: stage.env,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return { passed: true }
  } catch (error) {
    const output = (error as { stderr?: string }).stderr ?? String(error)
    return {
      passed: false,
      failureType: 'test_failure',
      errorOutput: output.replaceAll(stage.root, '.'),
    }
  }
}
