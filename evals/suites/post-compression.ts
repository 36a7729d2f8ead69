import { judgeCompactionCase } from '../../src/moments/compaction/judge-case.js'
import type { EvalSuite } from '../suite.js'

/** The two actions that send the agent on with its work; the others end or ask. */
const GOES_ON = new Set<unknown>(['continue_task', 'needs_github_update'])

export const suite: EvalSuite = {
  name: 'post-compression',
  config: 'post-compression.yaml',
  positive: 'the agent is told to go on',
  answer: async (vars) => ({ ...judgeCompactionCase(vars) }),
  isPositive: ({ action }) => GOES_ON.has(action),
  shouldBePositive: ({ action }) => GOES_ON.has(action),
}
