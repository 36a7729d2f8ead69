import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

/**
 * How a run can end. `interrupted`: by our own death or the machine's, which says nothing about the
 * work; it counts neither for nor against a task.
 */
const OutcomeStatus = z.enum(['completed', 'failed', 'timeout', 'interrupted'])

/** How one sub-session ended. */
export const Outcome = z.strictObject({
  session_id: Id,
  task_id: z.nullable(Id),
  objective: z.string(),
  status: OutcomeStatus,
  result: z.string(),
  result_length: Count,
  error: z.nullable(z.string()),
  duration_ms: Count,
  /** null where the runner does not say. */
  rounds: z.nullable(Count),
  tokens: z.nullable(Count),
  tools_used: z.array(z.string()),
  skills_read: z.array(z.string()),
  timestamp: Timestamp,
})
export type Outcome = z.infer<typeof Outcome>
