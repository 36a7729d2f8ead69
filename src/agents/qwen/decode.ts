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
} from '../hook-payload.js'
import type { EventMaker, HookPayload } from '../hook-payload.js'

export const decode = (raw: unknown, context: DecodeContext): AgentEvent | null =>
  decodeHook('qwen', makers, raw, context)

const isHuman = ({ submitted_prompt: submitted = '' }: HookPayload): boolean =>
  submitted.trim() !== ''

const makers: Readonly<Record<string, EventMaker>> = {
  // After a compaction this is the only event whose answer reaches the agent.
  SessionStart: (payload, common) =>
    (payload.source === 'compact' ? sessionCompacted : sessionStarted)(payload, common),
  // Fires again, with an empty prompt, for the results of every tool call.
  UserPromptSubmit: (payload, common) =>
    (payload.prompt ?? '') === '' ? null : promptSubmitted(isHuman)(payload, common),
  Stop: sessionStopped,
  SubagentStop: subagentStopped,
  StopFailure: sessionErrored,
  PreCompact: sessionCompacting,
  SessionEnd: sessionEnded,
}
