import type { Judgement } from '../verdict.js'

/** A judgement that found nothing red, and did not decide. */
export const makeJudgement = (fields: Partial<Judgement> = {}): Judgement => ({
  complete: null,
  severity: 'NONE',
  missing: [],
  nextActions: [],
  requiresHumanAction: false,
  waitsFor: null,
  red: [],
  reason: 'nothing is red',
  ...fields,
})
