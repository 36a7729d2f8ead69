import type { ConfidenceGate, ReviewAdvice } from '../schema/review-advice.js'
import type { RunRecord } from '../schema/run-record.js'

/**
 * A run whose agent is sure of it may wait, once P1 has shown that its word tells something and P2 was
 * not killed. With a killed P3 that is said and moves nothing; else null.
 */
export function adviseReview(
  { confidence }: Pick<RunRecord, 'confidence'>,
  gate: ConfidenceGate | null,
  at: string,
): ReviewAdvice | null {
  if (gate === null || gate.use === 'off') return null
  if (confidence === null || confidence < gate.high) return null
  const noted = gate.use === 'note' ? `; ${gate.because}` : ''
  return {
    order: gate.use === 'note' ? 'note' : 'later',
    reason: `the agent is ${confidence} sure, and P1 passed: ${gate.reasons.join('; ')}${noted}`,
    at,
  }
}
