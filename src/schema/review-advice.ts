import * as z from 'zod/mini'
import { Timestamp, Unit } from './scalar.js'

/** What the experiments last said of self-reported confidence in this project: P1, and what follows. */
export const ConfidenceGate = z.strictObject({
  state: z.enum(['passed', 'killed', 'undecided', 'insufficient']),
  reasons: z.readonly(z.array(z.string())),
  /** What may be done with it, after P2 and P3 too: act on it, say it, or neither. */
  use: z.enum(['act', 'note', 'off']),
  /** Why, in words. */
  because: z.string(),
  /** From which confidence a run counts as self-rated high. */
  high: Unit,
  lookedAt: Timestamp,
})
export type ConfidenceGate = z.infer<typeof ConfidenceGate>

/** Where a run stands in the review list by what its agent said. It never lifts the risk floor. */
export const ReviewAdvice = z.strictObject({
  /** `later`: after the runs of which nothing is known. `note`: it is said, and moves nothing. */
  order: z.enum(['later', 'note']),
  reason: z.string(),
  at: Timestamp,
})
export type ReviewAdvice = z.infer<typeof ReviewAdvice>
