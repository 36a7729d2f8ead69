import { askEvaluation, evaluateByRules, evaluateRun, RUN_CASE } from '../told/evaluate-run.js'
import type { RunInput } from '../told/evaluate-run.js'
import { AGENT_EVALUATION_PROMPT } from '../prompts/agent-evaluation.js'
import type { EvalSuite, Range } from '../suite.js'

const GOOD = 4

export const agentEvaluation: EvalSuite = {
  name: 'agent-evaluation',
  positive: `a score of ${GOOD} or more`,
  role: 'judge',
  fields: Object.keys(RUN_CASE.variables),
  prompt: AGENT_EVALUATION_PROMPT,
  byRules: async (vars) => ({ ...evaluateByRules(vars as unknown as RunInput) }),
  async byModel(vars, model) {
    const reply = await askEvaluation(vars as unknown as RunInput, { model })
    return reply.outcome === 'ok' ? { ...reply.value } : null
  },
  byBoth: async (vars, model) => ({
    ...(await evaluateRun(vars as unknown as RunInput, { model })),
  }),
  isPositive: ({ score }) => Number(score) >= GOOD,
  shouldBePositive: ({ score }) => (score as Range).max >= GOOD,
}
