import { askCompactionModel } from '../../../moments/compaction/ask-compaction-model.js'
import { factsOfCase } from '../../../moments/compaction/compaction-case.js'
import { decideCompaction } from '../../../moments/compaction/decide-compaction.js'
import { judgeCompactionCase } from '../../../moments/compaction/judge-case.js'
import { POST_COMPRESSION_PROMPT } from '../../../moments/compaction/prompts/post-compression.js'
import type { EvalSuite } from '../suite.js'

/** The two actions that send the agent on with its work; the others end or ask. */
const GOES_ON = new Set<unknown>(['continue_task', 'needs_github_update'])

export const postCompression: EvalSuite = {
  name: 'post-compression',
  positive: 'the agent is told to go on',
  role: 'compaction',
  prompt: POST_COMPRESSION_PROMPT,
  byRules: async (vars) => ({ ...judgeCompactionCase(vars) }),
  async byModel(vars, model) {
    const answer = await askCompactionModel(factsOfCase(vars), model, { sessionId: null })
    return answer.ok ? { ...answer.judgement } : null
  },
  byBoth: async (vars, model) => ({
    ...(await decideCompaction(factsOfCase(vars), { model, sessionId: null })),
  }),
  isPositive: ({ action }) => GOES_ON.has(action),
  shouldBePositive: ({ action }) => GOES_ON.has(action),
}
