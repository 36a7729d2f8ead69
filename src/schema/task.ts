import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

/** Recurring agent work. */
export const Task = z.strictObject({
  id: Id,
  content: z.string(),
  ai_prompt: z.string(),
  schedule: z.nullable(z.strictObject({ cron: z.string(), time_zone: z.string() })),
  status: z.enum(['active', 'paused']),
  pause_reason: z.nullable(z.string()),
  run_count: Count,
  last_run_at: z.nullable(Timestamp),
  last_result_summary: z.nullable(z.string()),
  /** Name of a configured runner; never a command. */
  runner: z.string(),
  timeout_ms: z.int().check(z.gte(1)),
})
export type Task = z.infer<typeof Task>
