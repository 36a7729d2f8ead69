import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'

/** What one cycle rule says. The key identifies it, so that an unchanged finding is said once. */
export const Finding = z.strictObject({
  id: Id,
  rule: z.string().check(z.minLength(1)),
  severity: z.enum(['warning', 'action_taken']),
  subject_type: z.enum(['task', 'skill', 'sub_session']),
  subject_id: Id,
  detail: z.string(),
  /** Empty for a warning. */
  action_taken: z.enum(['', 'paused_task', 'flagged_skill']),
  state: z.enum(['open', 'resolved']),
  opened_at: Timestamp,
  resolved_at: z.nullable(Timestamp),
})
export type Finding = z.infer<typeof Finding>
