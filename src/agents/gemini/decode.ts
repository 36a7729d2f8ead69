import type { DecodeContext } from '../../agent.js'
import { promptSubmitted, sessionEnded, sessionStarted, sessionStopped } from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'
import type { EventMaker } from '../hook-payload.js'
import { withoutHookContext } from './hook-context.js'

export const decode = (raw: unknown, context: DecodeContext) =>
  decodeHook('gemini', events, raw, context)

const submitted: EventMaker = (payload, common) => {
  const prompt = withoutHookContext(payload.prompt ?? '')
  return promptSubmitted(() => true)({ ...payload, prompt }, common)
}

/** The response is all that was said since the prompt; what was said last the transcript knows better. */
const stopped: EventMaker = (payload, common) => {
  const isAllWeHave = common.transcriptPath === null
  const message = isAllWeHave ? payload.prompt_response : payload.last_assistant_message
  return sessionStopped({ ...payload, last_assistant_message: message }, common)
}

const events = {
  SessionStart: sessionStarted,
  BeforeAgent: submitted,
  AfterAgent: stopped,
  SessionEnd: sessionEnded,
}
