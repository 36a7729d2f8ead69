import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { asList, asText } from '../../util/loose-json.js'
import * as made from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'
import type { EventMaker } from '../hook-payload.js'
import { payloadObject } from '../payload-object.js'
import { cursorTools } from './tools.js'

/** The client's own names become those that others share. https://cursor.com/docs/agent/hooks */
export function decode(raw: unknown, context: DecodeContext): AgentEvent | null {
  const payload = payloadObject(raw)
  const shared = {
    ...payload,
    session_id: payload['conversation_id'] ?? payload['session_id'],
    cwd: asText(payload['cwd']) ?? asText(asList(payload['workspace_roots'])[0]) ?? undefined,
    prompt_id: payload['generation_id'],
    // How the turn ended, at a stop; what went wrong, at a failed call.
    reason: payload['status'] ?? payload['reason'],
    error: payload['error_message'] ?? payload['error'],
    agent_id: payload['subagent_type'],
    is_interrupt:
      payload['is_interrupt'] === true || payload['failure_type'] === 'permission_denied',
  }
  return decodeHook('cursor', events, shared, context)
}

const stopped: EventMaker = (payload, common) => {
  if (payload.reason === 'aborted') return made.sessionAborted(payload, common)
  if (payload.reason === 'error') return made.sessionErrored(payload, common)
  return made.sessionStopped(payload, common)
}

const events = {
  sessionStart: made.sessionStarted,
  beforeSubmitPrompt: made.promptSubmitted(() => true),
  postToolUseFailure: made.toolFailed(cursorTools),
  preCompact: made.sessionCompacting,
  stop: stopped,
  subagentStop: made.subagentStopped,
  sessionEnd: made.sessionEnded,
}
