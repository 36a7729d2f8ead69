import { createLessons, openMemoryStorage, retryWithLessons } from 'reflectory/lessons'
import type {
  Attempt,
  AttemptInput,
  Evaluation,
  RetryInput,
  RetryResult,
  RetryTask,
} from 'reflectory/lessons'

const lessons = createLessons({ storage: openMemoryStorage(), holdout: 0 })
const task: RetryTask = {
  id: 'shop-17',
  description: 'Add shipping to the total',
  files: ['src/cart.ts'],
}

/** Your agent: here one that reads what the first attempt taught. */
async function attempt({ attemptNumber, prompt }: AttemptInput<string>): Promise<string> {
  console.log(
    `attempt ${attemptNumber}, lessons in the prompt: ${prompt.includes('cart.test.ts:33')}`,
  )
  return prompt === '' ? 'return items' : 'return items + shipping'
}

/** Your tests. */
async function evaluate(code: string): Promise<Evaluation> {
  if (code.includes('shipping')) return { passed: true }
  const errorOutput =
    'FAIL  src/cart.test.ts > adds shipping\nAssertionError: expected 12 to be 15\n ❯ src/cart.test.ts:33:19'
  return { passed: false, failureType: 'test_failure', errorOutput }
}

const loop: RetryInput<string> = { task, attempt, evaluate, maxAttempts: 3, lessons }
const result: RetryResult<string> = await retryWithLessons(loop)
const chosen: Attempt<string> | null = result.chosen
console.log(result.passed, chosen?.result?.value)
console.log(result.lessons.map(({ category }) => category))
