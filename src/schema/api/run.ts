import * as z from 'zod/mini'
import { Outcome } from '../outcome.js'
import { ConfidenceGate } from '../review-advice.js'
import { RunRow } from '../run-record.js'
import { Count, Id, Unit } from '../scalar.js'
import { Surface } from '../surface.js'
import { PageQuery, pageOf, TimeQuery } from './page.js'

export const RunQuery = z.strictObject({
  ...PageQuery.shape,
  ...TimeQuery.shape,
  session: z.optional(Id),
  surface: z.optional(Surface),
  needsReview: z.optional(z.boolean()),
  /** How the agent's own word compares with the floor; `none`: it said nothing. */
  declared: z.optional(z.enum(['agree', 'declared_lower', 'declared_higher', 'none'])),
})
export type RunQuery = z.infer<typeof RunQuery>

/** A capture, and how its session ended where that is known. */
export const RunItem = z.strictObject({
  ...RunRow.shape,
  outcome: z.nullable(Outcome.shape.status),
  /** What the person asked for; null where no one did. */
  asked: z.nullable(z.string()),
})
export type RunItem = z.infer<typeof RunItem>

export const RunPage = pageOf(RunItem)
export type RunPage = z.infer<typeof RunPage>

/** What waits for a review, first things first, and what P1 says of the agents' word. */
export const ReviewList = z.strictObject({
  count: Count,
  /** At most a hundred. */
  runs: z.array(RunItem),
  gate: ConfidenceGate,
})
export type ReviewList = z.infer<typeof ReviewList>

export const RiskQuery = z.strictObject({
  /** @default 90 */
  days: z.optional(z.int().check(z.gte(1), z.lte(3650))),
})

/** If every run from this score on were reviewed: how many that is, and how many bad ones it has. */
export const GatingPoint = z.strictObject({
  threshold: Unit,
  /** Share of all runs with an outcome. */
  gated: Unit,
  /** Share of those whose session failed. */
  caught: Unit,
})
export type GatingPoint = z.infer<typeof GatingPoint>

export const RiskOverview = z.strictObject({
  days: Count,
  runs: Count,
  needsReview: Count,
  /** The score from which a review is needed, from the config. */
  threshold: Unit,
  surfaces: z.array(
    z.strictObject({
      surface: Surface,
      runs: Count,
      needsReview: Count,
      meanScore: Unit,
      maxScore: Unit,
    }),
  ),
  /** Ten bins of the score, lowest first; the last one is closed. */
  scores: z.array(z.strictObject({ low: Unit, high: Unit, runs: Count })),
  declared: z.strictObject({
    agree: Count,
    declared_lower: Count,
    declared_higher: Count,
    none: Count,
  }),
  gating: z.strictObject({
    /** Runs whose session has an outcome. */
    known: Count,
    failed: Count,
    /** From the highest threshold to the lowest; empty until there is a failure and a success. */
    points: z.array(GatingPoint),
    /** Where the threshold of the config lies on it. */
    atThreshold: z.nullable(GatingPoint),
  }),
})
export type RiskOverview = z.infer<typeof RiskOverview>
