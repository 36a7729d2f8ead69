import { judgeStallCase } from '../../src/moments/stall/judge-case.js'
import type { EvalSuite } from '../suite.js'

export const suite: EvalSuite = {
  name: 'stuck-detection',
  config: 'stuck-detection.yaml',
  positive: 'stuck',
  answer: async (vars) => ({ ...judgeStallCase(vars) }),
  isPositive: ({ stuck }) => stuck === true,
  shouldBePositive: ({ stuck }) => stuck === true,
}
