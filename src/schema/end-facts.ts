import * as z from 'zod/mini'
import { Count } from './scalar.js'
import { UsageRow } from './token-usage.js'

/** The due row that has them. */
export const OUTCOME_DUE = 'session-outcome'

/** What a session left behind at its last stop, kept until its outcome is settled. */
export const EndFacts = z.strictObject({
  /** The human turn of the last stop at which something had been done; 0 before the first stop. */
  turn: Count,
  /** The end of what the agent said then. */
  said: z.string(),
  /** It called something done there; absent where it said nothing. */
  saidDone: z.optional(z.boolean()),
  /** What the human wrote since, oldest first. */
  replies: z.array(z.string()),
  /** The first words of the session that came next, where this one had ended or was idle. */
  next: z.nullable(z.string()),
  /** The commit by which a person took the work over, before another session began. */
  committed: z.nullable(z.string()),
  /** The checks that the transcript shows, as they stood at the last stop. */
  result: z.enum(['passed', 'failed', 'unknown']),
  green: z.array(z.string()),
  red: z.array(z.string()),
  /** What was to be delivered and was not, in the human's words. */
  undelivered: z._default(z.nullable(z.string()), null),
  /** Tests that were asked for and check nothing, in the human's words. */
  idle: z._default(z.nullable(z.string()), null),
  branch: z.nullable(z.string()),
  model: z.nullable(z.string()),
  /** Whether a person was there; null when the client does not say. */
  interactive: z._default(z.nullable(z.boolean()), null),
  /** What the session's model used, where the client tells it. */
  tokens: z.optional(Count),
  /** The same by model and day. */
  usage: z.optional(z.array(UsageRow)),
  skillsRead: z.array(z.string()),
  /** Commits from which and up to which the session worked. */
  base: z.nullable(z.string()),
  head: z.nullable(z.string()),
  /** Changed files, bounded. */
  files: z.array(z.string()),
  /** Something was edited, and nothing of it is left. */
  thrownAway: z._default(z.boolean(), false),
  /** Of the evidence, to see whether a later turn did anything. */
  fingerprint: z.string(),
})
export type EndFacts = z.infer<typeof EndFacts>
