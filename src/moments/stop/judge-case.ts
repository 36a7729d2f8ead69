/**
 * One case told in words: a request, the tools used, the last message. It becomes evidence by the
 * same ledger as a transcript and is judged by the same gates; the result says that it was only told.
 */
import * as z from 'zod/mini'
import { describeFact, toFeedback } from './feedback.js'
import { toStopFacts } from './facts.js'
import { judgeByRules } from './judge-by-rules.js'
import type { Judgement } from './judge-by-rules.js'
import { narratedEvidence } from './narrated/narrated-evidence.js'

const Text = z._default(z.nullable(z.string()), '')

/** The variables of a case; what is not known is left out. */
export const StopCase = z.looseObject({
  task: z.string(),
  tools_used: Text,
  agent_response: Text,
})
export type StopCase = z.infer<typeof StopCase>

export function judgeCase(stopCase: StopCase, at: string): Judgement {
  const evidence = narratedEvidence(
    {
      task: stopCase.task,
      tools: stopCase.tools_used ?? '',
      message: stopCase.agent_response ?? '',
    },
    at,
  )
  return judgeByRules(toStopFacts(evidence, 'narrated'))
}

export type VerdictJson = ReturnType<typeof toVerdictJson> & { degraded?: string }

/** A judgement as outside programs read it. */
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
