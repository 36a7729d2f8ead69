import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { asRecord, asText } from '../../util/loose-json.js'
import {
  decodeHook,
  promptSubmitted,
  sessionCompacting,
  sessionEnded,
  sessionErrored,
  sessionStarted,
  sessionStopped,
  subagentStopped,
} from '../hook-payload.js'
import type { EventMaker } from '../hook-payload.js'

/** The client's payload names no event: the command line does. */
export function decode(raw: unknown, context: DecodeContext): AgentEvent | null {
  const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw)
  return decodeHook('copilot', makers, isObject ? toSharedForm(asRecord(raw)) : raw, context)
}

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
    error: asText(message) ?? payload['error'],
    agent_id: payload['agentName'],
  }
}

const makers: Readonly<Record<string, EventMaker>> = {
  sessionStart: sessionStarted,
  userPromptSubmitted: promptSubmitted(() => true),
  agentStop: sessionStopped,
  subagentStop: subagentStopped,
  preCompact: sessionCompacting,
  errorOccurred: sessionErrored,
  sessionEnd: sessionEnded,
}
