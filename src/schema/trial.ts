import * as z from 'zod/mini'
import { Interval } from './interval.js'
import { Count, Id, Timestamp, Unit } from './scalar.js'

const Price = z.nullable(z.number().check(z.gte(0)))

/** A skill on trial: past episodes replayed with it and without it. Resumed from its row. */
export const Trial = z.strictObject({
  id: Id,
  skill: Id,
  changeId: z.nullable(Id),
  /** The text that is on trial. */
  textHash: z.string(),
  runner: z.string(),
  /** Run in each clone before anything else. */
  setup: z.optional(z.nullable(z.string())),
  /** The longest that one run may take. */
  timeoutMs: z.optional(Count),
  /** Whether the runner has no network either. */
  offline: z.optional(z.boolean()),
  /** From which the order of the runs is drawn. */
  seed: z.string(),
  episodes: z.array(Id),
  /** Shown before it starts, and kept. */
  budget: z.strictObject({ runs: Count, minutes: Count, usd: Price }),
  runs: z.array(
    z.strictObject({
      episodeId: Id,
      arm: z.enum(['with', 'without']),
      /** `broken`: the run says nothing about the skill. */
      outcome: z.enum(['planned', 'running', 'passed', 'failed', 'broken']),
      durationMs: z.nullable(Count),
      tokens: z.nullable(Count),
      usd: Price,
    }),
  ),
  state: z.enum(['planned', 'running', 'stopped', 'done']),
  result: z.nullable(
    z.strictObject({
      verdict: z.enum(['kept', 'rejected', 'not_enough']),
      with: z.nullable(Unit),
      without: z.nullable(Unit),
      /** Of the difference, clustered by episode; null where nothing can be said. */
      difference: z.nullable(Interval),
    }),
  ),
  startedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
})
export type Trial = z.infer<typeof Trial>
