import { quoteFact } from '../../safety/fence.js'
import type { Judgement } from './judge-by-rules.js'
import { highest } from './judge-by-rules.js'
import type { ModelVerdict } from './judge-by-model.js'

/** Whether the rules leave it to a model: nothing red that counts, nobody waited for, nothing proven. */
export const isOpen = ({ complete }: Judgement): boolean => complete === null

/** The model adds to what the rules found. A red gate stays red, whatever the model says. */
export function mergeJudgements(rules: Judgement, model: ModelVerdict): Judgement {
  const missing = model.missing.map(quoteFact).filter((text) => text !== '')
  const nextActions = model.next_actions.map(quoteFact).filter((text) => text !== '')
  const isRed = rules.complete === false
  // A blocker is never complete, whatever else the answer says.
  const complete = model.complete && model.severity !== 'BLOCKER' && !isRed
  if (complete) {
    return { ...rules, complete: true, severity: model.severity, reason: 'the model finds it done' }
  }
  if (isRed && model.complete) return rules
  const feedback = quoteFact(model.feedback)
  const ours = new Set([...rules.missing, ...rules.nextActions])
  return {
    judgeWords: [...missing, ...nextActions, feedback].filter((words) => !ours.has(words)),
    complete: false,
    severity: highest([rules.severity, model.severity]),
    missing: [...new Set([...rules.missing, ...missing])],
    nextActions: [...new Set([...rules.nextActions, ...nextActions])],
    requiresHumanAction: isRed ? rules.requiresHumanAction : model.requires_human_action,
    waitsFor: rules.waitsFor,
    // A note counts once the model agrees that something is wrong.
    red: rules.red.map((gate) => ({ ...gate, counts: gate.counts || !isRed })),
    reason: isRed ? rules.reason : feedback || 'the model finds it incomplete',
  }
}
