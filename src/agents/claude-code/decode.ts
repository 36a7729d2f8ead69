import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import {
  decodeHook,
  promptSubmitted,
  sessionCompacted,
  sessionCompacting,
  sessionEnded,
  sessionErrored,
  sessionStarted,
  sessionStopped,
  subagentStopped,
  toolFinished,
} from '../hook-payload.js'
import type { EventMaker } from '../hook-payload.js'

export const decode = (raw: unknown, context: DecodeContext): AgentEvent | null =>
  decodeHook('claude-code', makers, raw, context)

/** Prompts that the client makes up itself (wake-ups, notifications) are no human turn. */
const HUMAN_SOURCES = new Set<string | undefined>([undefined, 'user', 'sdk'])

const makers: Readonly<Record<string, EventMaker>> = {
  // After a compaction this is the only event whose answer reaches the agent.
  SessionStart: (payload, common) =>
    (payload.source === 'compact' ? sessionCompacted : sessionStarted)(payload, common),
  UserPromptSubmit: promptSubmitted(({ source }) => HUMAN_SOURCES.has(source)),
  Stop: sessionStopped,
  SubagentStop: subagentStopped,
  StopFailure: sessionErrored,
  PreCompact: sessionCompacting,
  SessionEnd: sessionEnded,
  PostToolUse: toolFinished(false),
  PostToolUseFailure: toolFinished(true),
}
