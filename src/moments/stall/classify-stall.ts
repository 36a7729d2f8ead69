import type { Model } from '../../model.js'
import type { StallVerdict } from '../../schema/stall-verdict.js'
import { askStallModel } from './ask-stall-model.js'
import { judgeStall } from './judge-stall.js'
import type { StallJudgement } from './judge-stall.js'
import { nudgeText } from './nudge-text.js'
import type { StallFacts } from './stall-facts.js'

/** From here on the rules need no second opinion. */
const SURE = 0.75

export interface ClassifyOptions {
  minAgeMs: number
  model: Model | null
  sessionId: string | null
  signal?: AbortSignal | undefined
}

/** Rules first; where they are in doubt and a fast model is configured, that decides. */
export async function classifyStall(
  facts: StallFacts,
  { minAgeMs, model, sessionId, signal }: ClassifyOptions,
): Promise<StallVerdict> {
  const byRules = judgeStall(facts, minAgeMs)
  if (model === null || byRules.confidence >= SURE) return toVerdict(byRules, 'rules')
  const answer = await askStallModel(facts, model, { sessionId, signal })
  if (answer.ok) return toVerdict(answer.judgement, answer.judge)
  return answer.absent ? toVerdict(byRules, 'rules') : failedVerdict(answer.why)
}

/** A failed evaluation is never "stuck". */
const failedVerdict = (why: string): StallVerdict =>
  toVerdict(
    { reason: 'error', confidence: 0, why: `the model gave no answer: ${why}`, at: null },
    'none',
  )

export function toVerdict(judgement: StallJudgement, judge: string): StallVerdict {
  const { reason, confidence, why } = judgement
  const stuck = reason === 'genuinely_stuck'
  const nudgeMessage = stuck ? nudgeText(judgement) : null
  return { stuck, reason, confidence, shouldNudge: stuck, nudgeMessage, why, judge }
}
