import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import {
  decodeHook,
  promptSubmitted,
  sessionEnded,
  sessionStarted,
  sessionStopped,
} from '../hook-payload.js'
import type { EventMaker } from '../hook-payload.js'
import { withoutHookContext } from './hook-context.js'

export const decode = (raw: unknown, context: DecodeContext): AgentEvent | null =>
  decodeHook('gemini', makers, raw, context)

const makers: Readonly<Record<string, EventMaker>> = {
  SessionStart: sessionStarted,
  BeforeAgent: (payload, common) => {
    const prompt = withoutHookContext(payload.prompt ?? '')
    return promptSubmitted(() => true)({ ...payload, prompt }, common)
  },
  // The response is all that was said since the human's prompt, so the transcript knows better what
  // was said last.
  AfterAgent: (payload, common) =>
    sessionStopped(
      common.transcriptPath === null
        ? { ...payload, last_assistant_message: payload.prompt_response }
        : payload,
      common,
    ),
  SessionEnd: sessionEnded,
}
