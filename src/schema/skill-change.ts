import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'

/** A new text for one skill, from its proposal to its commit or its refusal. */
export const SkillChange = z.strictObject({
  id: Id,
  skill: Id,
  /** Why it was made, as the analysis put it. */
  reason: z.string(),
  /** The whole SKILL.md before; null when there was none. */
  before: z.nullable(z.string()),
  /** Empty where the skill is to be retired. */
  after: z.string(),
  /** `accepted` waits for its commit; `refused` did not pass the checks. */
  state: z.enum(['proposed', 'accepted', 'approved', 'rejected', 'refused', 'rolled_back']),
  /** Who or what decided, and why. */
  verdict: z.nullable(z.string()),
  /** The commit that made it true. */
  commit: z.nullable(z.string()),
  proposed_at: Timestamp,
  settled_at: z.nullable(Timestamp),
})
export type SkillChange = z.infer<typeof SkillChange>
