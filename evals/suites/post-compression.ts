import { askCompactionModel } from '../../src/moments/compaction/ask-compaction-model.js'
import { decideCompaction, toVerdict } from '../../src/moments/compaction/decide-compaction.js'
import { judgeCompaction } from '../../src/moments/compaction/judge-compaction.js'
import { POST_COMPRESSION_PROMPT } from '../../src/moments/compaction/prompts/post-compression.js'
import type { EvalSuite } from '../suite.js'
import { compactionFactsOf, COMPACTION_CASE } from '../told/compaction-case.js'

/** The two actions that send the agent on with its work; the others end or ask. */
const GOES_ON = new Set<unknown>(['continue_task', 'needs_github_update'])

export const postCompression: EvalSuite = {
  name: 'post-compression',
  positive: 'the agent is told to go on',
  role: 'compaction',
  fields: Object.keys(COMPACTION_CASE.variables),
  prompt: POST_COMPRESSION_PROMPT,
  async byRules(vars) {
    const facts = compactionFactsOf(vars)
    return { ...toVerdict(judgeCompaction(facts), facts, 'rules') }
  },
  async byModel(vars, model) {
    const answer = await askCompactionModel(compactionFactsOf(vars), model, { sessionId: null })
    return answer.ok ? { ...answer.judgement } : null
  },
  byBoth: async (vars, model) => ({
    ...(await decideCompaction(compactionFactsOf(vars), { model, sessionId: null })),
  }),
  isPositive: ({ action }) => GOES_ON.has(action),
  shouldBePositive: ({ action }) => GOES_ON.has(action),
}
