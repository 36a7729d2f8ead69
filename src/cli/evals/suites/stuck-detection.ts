import { askStallModel } from '../../../moments/stall/ask-stall-model.js'
import { classifyStall, toVerdict } from '../../../moments/stall/classify-stall.js'
import { judgeStallCase } from '../../../moments/stall/judge-case.js'
import { STUCK_DETECTION_PROMPT } from '../../../moments/stall/prompts/stuck-detection.js'
import { factsOfCase } from '../../../moments/stall/stall-case.js'
import type { EvalSuite } from '../suite.js'

const MIN_AGE_MS = 30_000

export const stuckDetection: EvalSuite = {
  name: 'stuck-detection',
  positive: 'stuck',
  role: 'stall',
  prompt: STUCK_DETECTION_PROMPT,
  byRules: async (vars) => ({ ...judgeStallCase(vars, MIN_AGE_MS) }),
  async byModel(vars, model) {
    const answer = await askStallModel(factsOfCase(vars), model, { sessionId: null })
    return answer.ok ? { ...toVerdict(answer.judgement, answer.judge) } : null
  },
  byBoth: async (vars, model) => ({
    ...(await classifyStall(factsOfCase(vars), { minAgeMs: MIN_AGE_MS, model, sessionId: null })),
  }),
  isPositive: ({ stuck }) => stuck === true,
  shouldBePositive: ({ stuck }) => stuck === true,
}
