import * as z from 'zod/mini'
import { Origin } from './agent-event.js'
import { FailureType, Lesson } from './lesson.js'
import { Id, Timestamp } from './scalar.js'

/** What is known of one failed attempt: the input of a lesson. */
export const FailureContext = z.strictObject({
  id: Id,
  sessionId: Id,
  taskId: Id,
  subtaskId: Id,
  subtaskDescription: z.string().check(z.maxLength(1000)),
  attemptNumber: z.int().check(z.gte(1)),
  failureType: FailureType,
  /** Head and tail of the output: the last lines usually matter. */
  errorOutput: z.string().check(z.maxLength(2000)),
  /** Who wrote the output. Absent means a tool: its lesson is tainted. */
  errorOrigin: z.optional(Origin),
  filesModified: z.array(z.string()),
  previousReflections: z.array(Lesson),
  createdAt: Timestamp,
})
export type FailureContext = z.infer<typeof FailureContext>
