import type { DecodeContext } from '../../agent.js'
import * as made from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'
import type { EventMaker } from '../hook-payload.js'
import { payloadObject } from '../payload-object.js'
import { geminiCallFailed, hasError, outputOf } from './call-failed.js'
import { withoutHookContext } from './hook-context.js'
import { geminiTools } from './tools.js'

export function decode(raw: unknown, context: DecodeContext) {
  const payload = payloadObject(raw)
  const isFailed = geminiCallFailed(payload)
  const makers = isFailed ? { AfterTool: hasError(payload) ? refused : failed } : events
  return decodeHook('gemini', makers, { ...payload, error: outputOf(payload) }, context)
}

const failed = made.toolFailed(geminiTools)

/** Nothing that we say behind it would arrive, so that nothing more is kept of it. */
const refused: EventMaker = (payload, common) => ({
  ...made.toolFinished(payload, common),
  failed: true,
})

const submitted: EventMaker = (payload, common) => {
  const prompt = withoutHookContext(payload.prompt ?? '')
  return made.promptSubmitted(() => true)({ ...payload, prompt }, common)
}

/** The response is all that was said since the prompt; what was said last the transcript knows better. */
const stopped: EventMaker = (payload, common) => {
  const isAllWeHave = common.transcriptPath === null
  const message = isAllWeHave ? payload.prompt_response : payload.last_assistant_message
  return made.sessionStopped({ ...payload, last_assistant_message: message }, common)
}

const events = {
  SessionStart: made.sessionStarted,
  BeforeAgent: submitted,
  AfterAgent: stopped,
  SessionEnd: made.sessionEnded,
}
