import type { ConfidenceGate, ReviewAdvice } from '../schema/review-advice.js'
import type { RunRecord } from '../schema/run-record.js'

/**
 * A run whose agent is sure of it may wait, once P1 has shown that its word tells something. Null in
 * every other state of the gate.
 */
export function adviseReview(
  { confidence }: Pick<RunRecord, 'confidence'>,
  gate: ConfidenceGate | null,
  at: string,
): ReviewAdvice | null {
  if (gate === null || gate.state !== 'passed') return null
  if (confidence === null || confidence < gate.high) return null
  return {
    order: 'later',
    reason: `the agent is ${confidence} sure, and P1 passed: ${gate.reasons.join('; ')}`,
    at,
  }
}
