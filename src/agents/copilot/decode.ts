import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { asRecord, asText } from '../../util/loose-json.js'
import * as made from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'
import { payloadObject } from '../payload-object.js'
import { copilotCallFailed, outputOf } from './call-failed.js'
import { copilotTools } from './tools.js'

/** The client's payload names no event: the command line does. */
export function decode(raw: unknown, context: DecodeContext): AgentEvent | null {
  const payload = payloadObject(raw)
  const makers = copilotCallFailed(payload) ? { postToolUse: failed } : events
  return decodeHook('copilot', makers, toSharedForm(payload), context)
}

const failed = made.toolFailed(copilotTools)

/** The client's own names become those that others share. */
function toSharedForm(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { sessionId, cwd, transcriptPath, prompt, source, trigger, reason } = payload
  const { message } = asRecord(payload['error'])
  return {
    session_id: sessionId,
    cwd,
    transcript_path: transcriptPath,
    prompt,
    source: source === 'new' ? 'startup' : source,
    trigger,
    reason,
    error: asText(message) ?? payload['error'] ?? (outputOf(payload) || undefined),
    tool_name: payload['toolName'],
    tool_input: payload['toolArgs'],
    agent_id: payload['agentName'],
  }
}

const events = {
  sessionStart: made.sessionStarted,
  userPromptSubmitted: made.promptSubmitted(() => true),
  agentStop: made.sessionStopped,
  subagentStop: made.subagentStopped,
  preCompact: made.sessionCompacting,
  errorOccurred: made.sessionErrored,
  sessionEnd: made.sessionEnded,
  postToolUseFailure: failed,
}
