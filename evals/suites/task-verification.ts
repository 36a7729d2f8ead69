import { judgeCase, toVerdictJson } from '../../src/moments/stop/judge-case.js'
import type { StopCase } from '../../src/moments/stop/judge-case.js'
import type { EvalSuite } from '../suite.js'

export const suite: EvalSuite = {
  name: 'task-verification',
  config: 'promptfooconfig.yaml',
  positive: 'incomplete',
  answer: async (vars) =>
    toVerdictJson(judgeCase(vars as unknown as StopCase, '1970-01-01T00:00:00.000Z')),
  isPositive: ({ complete }) => complete === false,
  shouldBePositive: ({ complete }) => complete === false,
}
