import { askJudge } from '../../src/cli/commands/judge/judge-evidence.js'
import { toVerdictJson } from '../../src/cli/commands/judge/verdict-json.js'
import type { EvalSuite } from '../suite.js'
import { mergeJudgements } from '../../src/moments/stop/merge-judgements.js'
import { TASK_VERIFICATION_PROMPT } from '../../src/moments/stop/prompts/task-verification.js'
import { shouldAskModel } from '../../src/moments/stop/should-ask-model.js'
import { judgeTold } from '../told/judge-told.js'
import { stopFactsOf, STOP_CASE } from '../told/stop-case.js'

export const taskVerification: EvalSuite = {
  name: 'task-verification',
  positive: 'incomplete',
  role: 'judge',
  fields: Object.keys(STOP_CASE.variables),
  prompt: TASK_VERIFICATION_PROMPT,
  byRules: async (vars) => ({ ...toVerdictJson(judgeTold(stopFactsOf(vars))), judge: 'rules' }),
  async byModel(vars, model) {
    const reply = await askJudge(stopFactsOf(vars), { red: [] }, model)
    return reply.outcome === 'ok' ? { ...reply.value } : null
  },
  async byBoth(vars, model) {
    const facts = stopFactsOf(vars)
    const rules = judgeTold(facts)
    const byRules = { ...toVerdictJson(rules), judge: 'rules' }
    // What the rules call done for want of a reason against it: a model may know one.
    if (rules.complete !== true && !shouldAskModel(rules, 'auto')) return byRules
    const reply = await askJudge(facts, rules, model)
    if (reply.outcome !== 'ok') return { ...byRules, degraded: reply.reason }
    const merged = mergeJudgements(rules, reply.value)
    return { ...toVerdictJson(merged), judge: reply.call.model }
  },
  isPositive: ({ complete }) => complete === false,
  shouldBePositive: ({ complete }) => complete === false,
}
