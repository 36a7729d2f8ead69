import type { TreeFacts } from '../../../judge/world.js'
import { toStopFacts } from '../../../moments/stop/facts.js'
import type { StopFacts } from '../../../moments/stop/facts.js'
import { judgeByModel } from '../../../moments/stop/judge-by-model.js'
import { judgeByAccount } from '../../../moments/stop/judge-by-account.js'
import type { Judgement } from '../../../moments/stop/verdict.js'
import { mergeJudgements } from '../../../moments/stop/merge-judgements.js'
import { shouldAskModel } from '../../../moments/stop/should-ask-model.js'
import { demandsToJudge } from '../../../moments/stop/demands-to-judge.js'
import { verifyObjections } from '../../../moments/stop/verify-objections.js'
import type { Model } from '../../../model.js'
import type { Evidence } from '../../../schema/evidence.js'
import { toVerdictJson } from './verdict-json.js'
import type { VerdictJson } from './verdict-json.js'

/** Rules first, then the model when they can't decide; nothing is recorded or sent. */
export async function judgeEvidence(
  evidence: Evidence,
  tree: TreeFacts,
  model: Model | null,
): Promise<VerdictJson & { basis: string; judge: string }> {
  const facts = toStopFacts(evidence)
  const rules = judgeByAccount(facts, tree)
  const byRules = { ...toVerdictJson(rules), basis: 'recorded', judge: 'rules' }
  if (model === null || !shouldAskModel(rules, 'auto')) return byRules
  const reply = await askJudge(facts, rules, model)
  if (reply.outcome !== 'ok') return { ...byRules, degraded: reply.reason }
  const grounds = { evidence, demands: demandsToJudge(facts), look: tree.look, diff: '' }
  const { complete } = verifyObjections(reply.value, grounds)
  const merged = mergeJudgements(rules, { ...reply.value, complete })
  return { ...toVerdictJson(merged), basis: 'recorded', judge: reply.call.model }
}

export const askJudge = (facts: StopFacts, judgement: Pick<Judgement, 'red'>, model: Model) =>
  judgeByModel(model, {
    facts,
    judgement,
    diff: '',
    sessionId: 'by-hand',
    projectInstructions: '',
    timeoutMs: 180_000,
  })
