import type { EvalSuite } from '../suite.js'
import { askStallModel } from '../../src/moments/stall/ask-stall-model.js'
import { classifyStall, toVerdict } from '../../src/moments/stall/classify-stall.js'
import { judgeStall } from '../../src/moments/stall/judge-stall.js'
import { STUCK_DETECTION_PROMPT } from '../../src/moments/stall/prompts/stuck-detection.js'
import { stallFactsOf, STALL_CASE } from '../told/stall-case.js'

const MIN_AGE_MS = 30_000

export const stuckDetection: EvalSuite = {
  name: 'stuck-detection',
  positive: 'stuck',
  role: 'stall',
  fields: Object.keys(STALL_CASE.variables),
  prompt: STUCK_DETECTION_PROMPT,
  byRules: async (vars, { minAgeMs = MIN_AGE_MS } = {}) => ({
    ...toVerdict(judgeStall(stallFactsOf(vars), minAgeMs), 'rules'),
  }),
  async byModel(vars, model) {
    const answer = await askStallModel(stallFactsOf(vars), model, { sessionId: null })
    return answer.ok ? { ...toVerdict(answer.judgement, answer.judge) } : null
  },
  byBoth: async (vars, model, { minAgeMs = MIN_AGE_MS } = {}) => ({
    ...(await classifyStall(stallFactsOf(vars), { minAgeMs, model, sessionId: null })),
  }),
  isPositive: ({ stuck }) => stuck === true,
  shouldBePositive: ({ stuck }) => stuck === true,
}
