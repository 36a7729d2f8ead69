import { describeFact, toFeedback } from '../../../moments/stop/feedback.js'
import type { Judgement } from '../../../moments/stop/verdict.js'

/** A judgement in the form that outside programs read. */
export type VerdictJson = ReturnType<typeof toVerdictJson> & { degraded?: string }

export function toVerdictJson(judgement: Judgement) {
  const { complete, severity, missing, nextActions, requiresHumanAction, red, reason } = judgement
  return {
    complete,
    abstained: complete === null,
    severity,
    feedback:
      complete === false && !requiresHumanAction && severity !== 'NONE'
        ? toFeedback(judgement)
        : '',
    missing,
    next_actions: nextActions,
    requires_human_action: requiresHumanAction,
    reason,
    gates: red.map(({ gate, tier, counts, ...objection }) => ({
      gate,
      tier,
      counts,
      severity: objection.severity,
      fact: describeFact(objection),
    })),
  }
}
