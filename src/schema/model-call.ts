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

/**
 * One line of the cost ledger. A call that a budget forbade is a line too. `reserved` is a call
 * under way: its figures are the most that it may take, until its end replaces them.
 */
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
  outcome: z.enum(['reserved', 'ok', 'failed', 'timeout', 'refused_by_budget', 'no_backend']),
  reason: z.nullable(z.string()),
})
export type ModelCall = z.infer<typeof ModelCall>

/** What calls took, or may take. */
export interface Spent {
  timeMs: number
  tokens: number
  /** Calls whose price is unknown add nothing here. */
  usd: number
}

/** What the ledger adds up to when the next call is decided on. */
export interface Spending {
  session: Spent
  day: Spent
}

/** Which lines count: finished ones, and those under way that may still end. */
export interface SpendingQuery {
  /** null: a call outside of any session, whose session has spent nothing. */
  sessionId: string | null
  /** ISO instant: the day's lines begin here. */
  dayStart: string
  /** ISO instant: a reservation from before it belongs to a process that died. */
  reservedSince: string
}

export type CallGrouping = 'role' | 'model' | 'backend' | 'day'

/** The ledger's lines of one role, model, backend or day, added up. */
export interface CallSum {
  group: string
  calls: number
  ok: number
  failed: number
  refused: number
  /** Begun and never ended: the process died. Their figures are not added up. */
  unsettled: number
  inputTokens: number
  outputTokens: number
  usd: number
  /** Answered calls whose price is unknown. */
  unpriced: number
  durationMs: number
}
