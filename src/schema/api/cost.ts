import * as z from 'zod/mini'
import { Count, Timestamp } from '../scalar.js'
import { Spent } from './overview.js'

export const CostQuery = z.strictObject({
  /** @default 'role' */
  by: z.optional(z.enum(['role', 'model', 'backend', 'day'])),
  since: z.optional(Timestamp),
})
export type CostQuery = z.infer<typeof CostQuery>

export const CostGroup = z.strictObject({
  group: z.string(),
  calls: Count,
  ok: Count,
  failed: Count,
  refused: Count,
  unsettled: Count,
  inputTokens: Count,
  outputTokens: Count,
  usd: z.number(),
  unpriced: Count,
  durationMs: Count,
})
export type CostGroup = z.infer<typeof CostGroup>

/** What models took, biggest spenders first. */
export const CostReport = z.strictObject({
  by: z.enum(['role', 'model', 'backend', 'day']),
  pricesAsOf: z.string(),
  groups: z.array(CostGroup),
  budget: z.strictObject({ call: Spent, session: Spent, day: Spent }),
})
export type CostReport = z.infer<typeof CostReport>
