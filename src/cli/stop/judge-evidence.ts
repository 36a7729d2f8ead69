import { toStopFacts } from '../../moments/stop/facts.js'
import type { StopFacts } from '../../moments/stop/gate.js'
import { judgeByModel } from '../../moments/stop/judge-by-model.js'
import { judgeByAccount } from '../../moments/stop/judge-by-account.js'
import { NO_TREE } from '../../judge/world.js'
import { judgeTold } from '../../moments/stop/judge-told.js'
import type { Judgement } from '../../moments/stop/verdict.js'
import { toVerdictJson } from '../../moments/stop/judge-case.js'
import type { VerdictJson } from '../../moments/stop/judge-case.js'
import { mergeJudgements } from '../../moments/stop/merge-judgements.js'
import { shouldAskModel } from '../../moments/stop/should-ask-model.js'
import { demandsToJudge } from '../../moments/stop/demands-to-judge.js'
import { verifyObjections } from '../../moments/stop/verify-objections.js'
import type { Model } from '../../model.js'
import type { Evidence } from '../../schema/evidence.js'

/** Rules first, then the model when they can't decide; nothing is recorded or sent. */
export async function judgeEvidence(
  evidence: Evidence,
  basis: 'recorded' | 'narrated',
  model: Model | null,
): Promise<VerdictJson & { basis: string; judge: string }> {
  const facts = toStopFacts(evidence, basis)
  const rules = basis === 'narrated' ? judgeTold(facts) : judgeByAccount(facts, NO_TREE)
  const asked = model === null || !isAsked(rules, facts) ? null : await ask(facts, rules, model)
  if (asked === null) return { ...toVerdictJson(rules), basis, judge: 'rules' }
  if (asked.outcome !== 'ok') {
    return { ...toVerdictJson(rules), basis, judge: 'rules', degraded: asked.reason }
  }
  // What a case only tells has nothing to be held against.
  const { complete } =
    basis === 'narrated'
      ? asked.value
      : verifyObjections(asked.value, {
          evidence,
          demands: demandsToJudge(facts),
          look: null,
          diff: '',
        })
  const merged = mergeJudgements(rules, { ...asked.value, complete })
  return { ...toVerdictJson(merged), basis, judge: asked.call.model }
}

/** What a case only tells, rules call done for want of a reason against it: a model may know one. */
const isAsked = (rules: Judgement, facts: StopFacts): boolean =>
  shouldAskModel(rules, facts, 'auto') || (facts.basis === 'narrated' && rules.complete === true)

const ask = (facts: StopFacts, judgement: Judgement, model: Model) =>
  judgeByModel(model, {
    facts,
    judgement,
    diff: '',
    sessionId: 'by-hand',
    projectInstructions: '',
    timeoutMs: 180_000,
  })
