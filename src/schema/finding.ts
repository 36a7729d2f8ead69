import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'

/** What one cycle rule says. The key identifies it, so that an unchanged finding is said once. */
export const Finding = z.strictObject({
  id: Id,
  rule: z.string().check(z.minLength(1)),
  severity: z.enum(['warning', 'action_taken']),
  /** `check`: a failure by its key, or one of the user's checks; `project`: all of its sessions. */
  subject_type: z.enum(['task', 'skill', 'sub_session', 'check', 'gate', 'project']),
  subject_id: Id,
  detail: z.string(),
  /** The clients' sessions behind it, newest first, bounded. Absent where runs of tasks are behind it. */
  sessions: z.optional(z.array(Id)),
  /** Empty for a warning. */
  action_taken: z.enum(['', 'paused_task', 'flagged_skill', 'retired_skill']),
  state: z.enum(['open', 'resolved']),
  opened_at: Timestamp,
  resolved_at: z.nullable(Timestamp),
})
export type Finding = z.infer<typeof Finding>

/** What it says, with the name of what it is about; that of a check or a gate is in the detail. */
export const findingText = ({
  subject_type: type,
  subject_id: id,
  detail,
}: Pick<Finding, 'subject_type' | 'subject_id' | 'detail'>): string =>
  type === 'check' || type === 'gate' || type === 'project' ? detail : `${type} ${id}: ${detail}`
