import * as z from 'zod/mini'
import { RiskVerdict } from './risk-verdict.js'
import { ReviewAdvice } from './review-advice.js'
import { Count, Id, Timestamp } from './scalar.js'
import { SelfReport } from './self-report.js'
import { WeakenedCheck } from './weakened-check.js'

/** One agent's end state beside the work: `reflection.v1`. The shape is closed. */
export const RunRecord = z.strictObject({
  schema: z.literal('reflection.v1'),
  task_ref: z.string().check(z.minLength(1)),
  agent: z.string().check(z.minLength(1)),
  session_id: z.string().check(z.minLength(1)),
  timestamp: Timestamp,
  repo: z.string(),
  confidence: SelfReport.shape.confidence,
  most_likely_wrong: SelfReport.shape.most_likely_wrong,
  known_not_in_diff: SelfReport.shape.known_not_in_diff,
  risk: RiskVerdict,
  files_changed: z.array(z.string()),
  provenance: z.strictObject({
    source: z.literal('stop-hook'),
    reflection_attempt: z.int().check(z.gte(1)),
    degraded: z.boolean(),
    reflection_mode: z.enum(['solo', 'orchestrated']),
  }),
})
export type RunRecord = z.infer<typeof RunRecord>

/** Evidence without a claim: how often files of a change were fixed before. */
export const EarlierFixes = z.strictObject({
  /** Distinct commits. */
  fixes: Count,
  /** The files that they touched, of those that were changed. */
  files: Count,
  newest: z.nullable(Timestamp),
})
export type EarlierFixes = z.infer<typeof EarlierFixes>

/** The store's row of a capture: the record, and what its closed shape has no place for. */
export const RunRow = z.strictObject({
  id: Id,
  record: RunRecord,
  /** `not_asked` where nothing asked for a self-report; else a fault, in words. */
  degraded_reasons: z.array(z.string()),
  declared_vs_computed: z.nullable(z.enum(['agree', 'declared_lower', 'declared_higher'])),
  /** sha256 of the self-report that was used; it counts for this session and for no other. */
  self_report_fingerprint: z.nullable(z.string()),
  /** How large the change is, tests and docs aside; rows of older versions do not say. */
  rank: z.optional(z.number()),
  /** Fixes in the history that touched the same files; null without an index of the history. */
  earlier_fixes: z.optional(z.nullable(EarlierFixes)),
  /** Where the run stands in the review list by its agent's word; null while P1 has not passed. */
  review_advice: z.optional(z.nullable(ReviewAdvice)),
  /** Checks that the change made weaker: a reason to review. Absent in rows of earlier versions. */
  weakened_checks: z.optional(z.array(WeakenedCheck)),
})
export type RunRow = z.infer<typeof RunRow>

/** The reason of a record without a self-report that nothing asked for; it is no fault. */
export const NOT_ASKED = 'not_asked'

/** What went wrong at a capture, without what was simply not asked for. */
export const faultsOf = ({ degraded_reasons: reasons }: Pick<RunRow, 'degraded_reasons'>) =>
  reasons.filter((reason) => reason !== NOT_ASKED)
