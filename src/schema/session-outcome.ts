import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'
import { UsageRow } from './token-usage.js'

/** How we know, strongest first. What only the judge says feeds no track record. */
const OutcomeBasis = z.enum([
  'own_check',
  'recorded_checks',
  'judge',
  'next_message',
  'later_fix',
  'none',
])

/** How one session of a client ended, and how we know. One per session. */
export const SessionOutcome = z.strictObject({
  id: Id,
  sessionId: Id,
  agent: Id,
  /** The client's model, where it says so. */
  model: z.nullable(z.string()),
  /** Whether a person was there; null when the client does not say. */
  interactive: z.nullable(z.boolean()),
  project: z.string(),
  branch: z.nullable(z.string()),
  /** `waiting`: it ended with a question, or with what only a person can do. */
  status: z.enum(['completed', 'failed', 'waiting', 'aborted', 'unknown']),
  basis: OutcomeBasis,
  /** The fact behind it, in a few words: a check, a person's sentence, a commit. */
  reason: z.string(),
  /** The agent's last words on its work call something done; absent where they are not known. */
  saidDone: z.optional(z.boolean()),
  /** The checks as they stood at the end, by their names or commands. */
  checks: z.strictObject({ green: z.array(z.string()), red: z.array(z.string()) }),
  durationMs: z.nullable(Count),
  /** What its model read, cached or not, and wrote; null where the client does not tell it. */
  tokens: z.nullable(Count),
  /** The same by model and day; absent where the client does not tell it. */
  usage: z.optional(z.array(UsageRow)),
  skillsRead: z.array(z.string()),
  lessonsShown: z.array(Id),
  endedAt: Timestamp,
  settledAt: Timestamp,
})
export type SessionOutcome = z.infer<typeof SessionOutcome>
