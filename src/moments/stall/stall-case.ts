import { toldFlag, toldNumber, toldText, toldTools } from '../narrated.js'
import type { Told } from '../narrated.js'
import type { StallFacts } from './stall-facts.js'

/** The facts of a case that tells of a quiet agent. What it leaves out is not known. */
export function factsOfCase(vars: Told): StallFacts {
  const seconds = toldNumber(vars, 'time_since_activity')
  const completed = toldFlag(vars, 'message_completed')
  const asked = toldText(vars, 'pending_permission') || toldText(vars, 'pending_question')
  return {
    ageMs: seconds === null ? null : seconds * toMs(toldText(vars, 'time_since_activity')),
    request: toldText(vars, 'last_user_message').slice(0, 500),
    message: toldText(vars, 'last_assistant_response').slice(-1000),
    completed,
    outputTokens: toldNumber(vars, 'output_tokens'),
    tools: toldTools(toldText(vars, 'tool_calls')),
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
