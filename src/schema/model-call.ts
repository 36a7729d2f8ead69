import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

export const ModelRole = z.enum([
  'judge',
  'stall',
  'compaction',
  'lesson',
  'reflection',
  'mutation',
  'sub_sessions',
])
export type ModelRole = z.infer<typeof ModelRole>

/** One line of the cost ledger. A call that a budget forbade is a line too. */
export const ModelCall = z.strictObject({
  id: Id,
  sessionId: z.nullable(Id),
  role: ModelRole,
  backend: z.string(),
  model: z.string(),
  startedAt: Timestamp,
  durationMs: Count,
  inputTokens: z.nullable(Count),
  outputTokens: z.nullable(Count),
  /** US dollars; null when the model's price is unknown. */
  cost: z.nullable(z.number().check(z.gte(0))),
  outcome: z.enum(['ok', 'failed', 'timeout', 'refused_by_budget', 'no_backend']),
  reason: z.nullable(z.string()),
})
export type ModelCall = z.infer<typeof ModelCall>
