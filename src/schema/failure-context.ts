import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'
import { Lesson } from './lesson.js'

/** What is known of one failed attempt: the input of a lesson. */
export const FailureContext = z.strictObject({
  id: Id,
  sessionId: Id,
  taskId: Id,
  subtaskId: Id,
  subtaskDescription: z.string().check(z.maxLength(1000)),
  attemptNumber: z.int().check(z.gte(1)),
  failureType: z.enum([
    'test_failure',
    'typecheck_failure',
    'runtime_error',
    'timeout',
    'verification_failed',
  ]),
  /** Head and tail of the output: the last lines usually matter. */
  errorOutput: z.string().check(z.maxLength(2000)),
  filesModified: z.array(z.string()),
  previousReflections: z.array(Lesson),
  createdAt: Timestamp,
})
export type FailureContext = z.infer<typeof FailureContext>
