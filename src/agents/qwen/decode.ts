import * as z from 'zod/mini'
import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import {
  decodeHook,
  HookPayload,
  HookText,
  promptSubmitted,
  sessionCompacted,
  sessionCompacting,
  sessionEnded,
  sessionErrored,
  sessionStarted,
  sessionStopped,
  subagentStopped,
} from '../hook-payload.js'
import type { EventMaker } from '../hook-payload.js'

export const decode = (raw: unknown, context: DecodeContext): AgentEvent | null =>
  decodeHook('qwen', QwenPayload, makers, raw, context)

/** Only what somebody submitted has this field; feedback and tool results come without it. */
const QwenPayload = z.extend(HookPayload, { submitted_prompt: HookText })
type QwenPayload = z.infer<typeof QwenPayload>

const isHuman = ({ submitted_prompt: submitted = '' }: QwenPayload): boolean =>
  submitted.trim() !== ''

const makers: Readonly<Record<string, EventMaker<QwenPayload>>> = {
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
