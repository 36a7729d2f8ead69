import * as z from 'zod/mini'
import { Timestamp, Unit } from './scalar.js'

/** What the experiment P1 last said of self-reported confidence in this project. */
export const ConfidenceGate = z.strictObject({
  state: z.enum(['passed', 'killed', 'undecided', 'insufficient']),
  reasons: z.readonly(z.array(z.string())),
  /** From which confidence a run counts as self-rated high. */
  high: Unit,
  lookedAt: Timestamp,
})
export type ConfidenceGate = z.infer<typeof ConfidenceGate>

/** Where a run stands in the review list by what its agent said. It never lifts the risk floor. */
export const ReviewAdvice = z.strictObject({
  /** After the runs of which nothing is known. */
  order: z.literal('later'),
  reason: z.string(),
  at: Timestamp,
})
export type ReviewAdvice = z.infer<typeof ReviewAdvice>
