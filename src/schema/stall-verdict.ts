import * as z from 'zod/mini'
import { Unit } from './scalar.js'

export const StallReason = z.enum([
  'genuinely_stuck',
  'waiting_for_user',
  'working',
  'complete',
  'error',
])
export type StallReason = z.infer<typeof StallReason>

/** The answer to "the agent has gone quiet: is it stuck?" Only `genuinely_stuck` is ever nudged. */
export const StallVerdict = z.strictObject({
  stuck: z.boolean(),
  reason: StallReason,
  confidence: Unit,
  shouldNudge: z.boolean(),
  /** What is said to the agent; null when nothing is. */
  nudgeMessage: z.nullable(z.string()),
  /** The fact that it rests on, one line. */
  why: z.string(),
  /** Who judged: `rules`, or the model's name. */
  judge: z.string(),
})
export type StallVerdict = z.infer<typeof StallVerdict>
