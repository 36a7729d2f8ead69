/**
 * One case told in words: a request, the tools used, the last message. It becomes evidence by the
 * same ledger as a transcript and is judged by the same gates; the result says that it was only told.
 */
import { describeFact, toFeedback } from './feedback.js'
import { toStopFacts } from './facts.js'
import { judgeTold } from './judge-told.js'
import type { Judgement } from './verdict.js'
import { narratedEvidence } from './narrated/narrated-evidence.js'
import { readToolCalls } from './narrated/read-tool-calls.js'
import type { Evidence } from '../../schema/evidence.js'
import { toldText } from '../narrated.js'
import type { NarratedCase } from '../narrated.js'
import { checkTold } from '../told-case.js'
import type { ToldContract } from '../told-case.js'

/** The variables of a case; leave out what you don't know. */
export interface StopCase {
  task: string
  /** A text with one call a line, a list of texts, or objects such as `{name, input, output, exit}`. */
  tools_used?: string | readonly unknown[] | null
  agent_response?: string | null
}

export const STOP_CASE: ToldContract = {
  variables: { task: 'text', tools_used: 'calls', agent_response: 'text' },
  needed: ['task'],
}

/** What the rules say of a stop that is told in words; throws `usage` for one that can't be read. */
export const judgeCase = (stopCase: StopCase, at: string): Judgement =>
  judgeTold(toStopFacts(evidenceOfCase(stopCase as unknown as NarratedCase, at), 'narrated'))

/** Throws `usage` for a case that can't be read. */
export function evidenceOfCase(vars: NarratedCase, at: string): Evidence {
  checkTold(vars, STOP_CASE)
  return narratedEvidence(
    {
      task: toldText(vars, 'task'),
      tools: readToolCalls(vars['tools_used'], 'tools_used'),
      message: toldText(vars, 'agent_response'),
    },
    at,
  )
}

/** A judgement in the form that outside programs read. */
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
