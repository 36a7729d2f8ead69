import { weighDemands } from '../../../evidence/demands/weigh-demands.js'
import { subjectsIn } from '../../../evidence/message/subjects.js'
import type { Gate } from '../gate.js'
import { hasDelegated } from '../delegated.js'

/** The project's instructions ask for a check, code was edited, and no such check ran. */
export const projectRule: Gate = {
  id: 'project_rule',
  tier: 'note',
  yieldsToPerson: true,
  check({ evidence, demands }) {
    const rules = demands.filter(({ source, kind }) => source === 'project' && kind === 'check')
    if (rules.length === 0 || !evidence.edits.some(({ inert }) => !inert)) return null
    if (hasDelegated(evidence, -1)) return null
    const broken = weighDemands(rules, evidence).find(
      ({ status, sentence }) => status === 'not_met' && subjectsIn(sentence).size > 0,
    )
    if (broken === undefined) return null
    return {
      fact: "The project's instructions ask for a check that did not pass or did not run",
      quote: broken.sentence,
      severity: 'LOW',
      missing: 'the check that the project asks for',
      nextAction: 'Run it and report what it prints.',
      requested: false,
    }
  },
}
