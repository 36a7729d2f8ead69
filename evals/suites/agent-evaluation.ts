import { evaluateByRules } from '../../src/moments/stop/evaluate-run.js'
import type { RunInput } from '../../src/moments/stop/evaluate-run.js'
import type { EvalSuite, Range } from '../suite.js'

const GOOD = 4

export const suite: EvalSuite = {
  name: 'agent-evaluation',
  config: 'agent-evaluation.yaml',
  positive: `a score of ${GOOD} or more`,
  answer: async (vars) => ({ ...evaluateByRules(vars as unknown as RunInput) }),
  isPositive: ({ score }) => Number(score) >= GOOD,
  shouldBePositive: ({ score }) => (score as Range).max >= GOOD,
}
