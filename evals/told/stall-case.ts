import { readMessage } from '../../src/read/prose/read-message.js'
import { shippedWeights } from '../../src/read/prose/weights.js'
import { toldFlag, toldNumber, toldText, toldTools } from './told-values.js'
import type { ToldCase } from './told-values.js'
import { checkTold } from './told-case.js'
import type { ToldContract } from './told-case.js'
import type { StallFacts } from '../../src/moments/stall/stall-facts.js'

export const STALL_CASE: ToldContract = {
  variables: {
    time_since_activity: 'duration',
    message_completed: 'flag',
    output_tokens: 'number',
    last_user_message: 'text',
    last_assistant_response: 'text',
    tool_calls: 'calls',
    pending_permission: 'text',
    pending_question: 'text',
    interrupted: 'flag',
    session_status: 'text',
    provider_error: 'text',
  },
  needed: [],
}

/** The facts of a case that tells of a quiet agent. What it leaves out is not known. */
export function stallFactsOf(vars: ToldCase): StallFacts {
  checkTold(vars, STALL_CASE)
  const seconds = toldNumber(vars, 'time_since_activity')
  const completed = toldFlag(vars, 'message_completed')
  const message = toldText(vars, 'last_assistant_response').slice(-1000)
  const asked = toldText(vars, 'pending_permission') || toldText(vars, 'pending_question')
  return {
    ageMs: seconds === null ? null : seconds * toMs(toldText(vars, 'time_since_activity')),
    request: toldText(vars, 'last_user_message').slice(0, 500),
    message,
    sentences: readMessage(message, shippedWeights('acts')),
    isTold: true,
    completed,
    outputTokens: toldNumber(vars, 'output_tokens'),
    tools: toldTools(vars, 'tool_calls'),
    isAsked: asked !== '' && asked !== 'false',
    isRefused: toldFlag(vars, 'interrupted') === true,
    providerError: toldText(vars, 'session_status') || toldText(vars, 'provider_error'),
  }
}

/** Seconds, unless the text names another unit. */
const toMs = (text: string): number => {
  if (/\d\s*ms\b/i.test(text)) return 1
  if (/\d\s*(?:m|min\w*)\b/i.test(text)) return 60_000
  return /\d\s*h(?:ours?)?\b/i.test(text) ? 3_600_000 : 1000
}
