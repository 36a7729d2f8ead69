import { toStopFacts } from '../../../moments/stop/facts.js'
import { evidenceOfCase, judgeCase, toVerdictJson } from '../../../moments/stop/judge-case.js'
import type { StopCase } from '../../../moments/stop/judge-case.js'
import { judgeByModel } from '../../../moments/stop/judge-by-model.js'
import { TASK_VERIFICATION_PROMPT } from '../../../moments/stop/prompts/task-verification.js'
import { judgeEvidence } from '../../stop/judge-evidence.js'
import type { EvalSuite } from '../suite.js'

const EPOCH = '1970-01-01T00:00:00.000Z'
const TIMEOUT_MS = 60_000

export const taskVerification: EvalSuite = {
  name: 'task-verification',
  positive: 'incomplete',
  role: 'judge',
  prompt: TASK_VERIFICATION_PROMPT,
  byRules: async (vars) => toVerdictJson(judgeCase(vars as unknown as StopCase, EPOCH)),
  async byModel(vars, model) {
    const facts = toStopFacts(evidenceOfCase(vars, EPOCH), 'narrated')
    const reply = await judgeByModel(model, {
      facts,
      judgement: { red: [] },
      diff: '',
      sessionId: 'by-hand',
      projectInstructions: '',
      timeoutMs: TIMEOUT_MS,
    })
    return reply.outcome === 'ok' ? { ...reply.value } : null
  },
  byBoth: async (vars, model) => judgeEvidence(evidenceOfCase(vars, EPOCH), 'narrated', model),
  isPositive: ({ complete }) => complete === false,
  shouldBePositive: ({ complete }) => complete === false,
}
