import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import {
  decodeHook,
  promptSubmitted,
  sessionAborted,
  sessionCompacted,
  sessionCompacting,
  sessionEnded,
  sessionStarted,
  sessionStopped,
  subagentStopped,
} from '../hook-payload.js'
import type { EventMaker } from '../hook-payload.js'

export const decode = (raw: unknown, context: DecodeContext): AgentEvent | null =>
  decodeHook('codex', makers, raw, context)

const makers: Readonly<Record<string, EventMaker>> = {
  // After a compaction this is the only event whose answer reaches the agent.
  SessionStart: (payload, common) =>
    (payload.source === 'compact' ? sessionCompacted : sessionStarted)(payload, common),
  // What a hook said at a stop does not come back as a prompt.
  UserPromptSubmit: promptSubmitted(() => true),
  Stop: sessionStopped,
  SubagentStop: subagentStopped,
  PreCompact: sessionCompacting,
  Interrupt: sessionAborted,
  SessionEnd: sessionEnded,
}
