import { quoteFact } from '../../safety/fence.js'
import type { Judgement } from './verdict.js'
import { highest, settled } from './verdict.js'
import type { ModelVerdict } from './judge-by-model.js'

/** The model says that the agent waits for a person: then nothing is pushed. */
const waits = ({ red }: Judgement): Judgement =>
  settled(red, null, 'the judge finds that it asks a person')

const withObjection = (
  rules: Judgement,
  { severity, feedback, missing, next_actions }: Omit<ModelVerdict, 'complete' | 'demands'>,
): Judgement => {
  const words = quoteFact(feedback.trim() || [...missing, ...next_actions].join('; '))
  // Not done, nothing wrong and nothing to do: it is the person's turn.
  if (words === '' && severity === 'NONE') return waits(rules)
  return { ...rules, complete: null, severity, objection: words }
}

/** The model adds to what the rules found. A red gate stays red, whatever the model says. */
export function mergeJudgements(
  rules: Judgement,
  model: Omit<ModelVerdict, 'complete' | 'demands'> & { complete: boolean | null },
  about: readonly string[] = [],
): Judgement {
  // No agent is sent past a person whom the rules wait for.
  if (rules.waitsFor !== null) return rules
  // An objection that points at nothing pushes no agent; the person is shown it.
  if (model.complete === null) return rules.complete === false ? rules : withObjection(rules, model)
  if (!model.complete && model.waits_for_person && rules.complete !== false) return waits(rules)
  const missing = model.missing.map(quoteFact).filter((text) => text !== '')
  const nextActions = model.next_actions.map(quoteFact).filter((text) => text !== '')
  const isRed = rules.complete === false
  // A blocker is never complete, whatever else the answer says.
  const complete = model.complete && model.severity !== 'BLOCKER' && !isRed
  if (complete) {
    return {
      ...rules,
      complete: true,
      severity: model.severity,
      reason: 'the model finds it done',
    }
  }
  if (isRed && model.complete) return rules
  const feedback = quoteFact(model.feedback)
  const ours = new Set([...rules.missing, ...rules.nextActions])
  return {
    // A red gate is what the push is about; the judge only adds to it.
    ...(isRed || about.length === 0 ? {} : { about }),
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
