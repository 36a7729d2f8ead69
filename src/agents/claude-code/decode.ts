import * as z from 'zod/mini'
import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { ReflectError } from '../../schema/error.js'
import { clip } from '../../util/clip.js'
import { own } from '../../util/own.js'

// Fields as the client sends them on standard input; unknown ones are its own business.
// https://docs.claude.com/en/docs/claude-code/hooks
const text = z.catch(z.optional(z.string()), undefined)
const Payload = z.object({
  hook_event_name: text,
  session_id: text,
  transcript_path: text,
  cwd: text,
  permission_mode: text,
  prompt_id: text,
  last_assistant_message: text,
  background_tasks: z.catch(z.optional(z.array(z.object({ status: text }))), undefined),
  prompt: text,
  source: text,
  trigger: text,
  reason: text,
  error: text,
  tool_name: text,
  tool_use_id: text,
  agent_id: text,
})
type Payload = z.infer<typeof Payload>

const MAX_TEXT = 64 * 1024

/** A payload of the client's becomes an event; null for the events that mean nothing to us. */
export function decode(raw: unknown, context: DecodeContext): AgentEvent | null {
  const parsed = Payload.safeParse(raw)
  if (!parsed.success) {
    throw new ReflectError('payload-invalid', 'The payload is not a JSON object', {
      cause: parsed.error,
    })
  }
  const payload = parsed.data
  const name = payload.hook_event_name ?? context.eventName ?? ''
  return own(events, name)?.(payload, common(payload, context)) ?? null
}

type Common = Pick<
  AgentEvent,
  'id' | 'agent' | 'sessionId' | 'parentSessionId' | 'at' | 'cwd' | 'transcriptPath' | 'degraded'
>

function common(payload: Payload, context: DecodeContext): Common {
  const sessionId = bounded(payload.session_id)
  return {
    id: context.id,
    agent: 'claude-code',
    sessionId: sessionId ?? 'unknown',
    parentSessionId: null,
    at: context.now,
    cwd: payload.cwd ?? null,
    transcriptPath: payload.transcript_path ?? null,
    degraded: context.degraded ?? (sessionId === null ? 'the payload names no session' : null),
  }
}

const events: Record<string, (payload: Payload, common: Common) => AgentEvent> = {
  // After a compaction this is the only event whose answer reaches the agent.
  SessionStart: (payload, common) =>
    payload.source === 'compact'
      ? { kind: 'session-compacted', ...common, trigger: 'unknown' }
      : { kind: 'session-started', ...common, source: startSource(payload.source) },
  UserPromptSubmit: (payload, common) => ({
    kind: 'prompt-submitted',
    ...common,
    origin: isHumanSource(payload.source) ? 'human' : 'agent',
    text: clip(payload.prompt ?? '', MAX_TEXT),
    promptId: bounded(payload.prompt_id),
  }),
  Stop: (payload, common) => ({
    kind: 'session-stopped',
    ...common,
    lastMessage: lastMessage(payload),
    backgroundTasks: (payload.background_tasks ?? []).filter(isRunning).length,
    planMode: payload.permission_mode === 'plan',
  }),
  SubagentStop: (payload, common) => ({
    kind: 'subagent-stopped',
    ...common,
    lastMessage: lastMessage(payload),
    subagentId: bounded(payload.agent_id),
  }),
  StopFailure: (payload, common) => ({
    kind: 'session-errored',
    ...common,
    error: clip(payload.error ?? 'unknown', 1000),
  }),
  PreCompact: (payload, common) => ({
    kind: 'session-compacting',
    ...common,
    trigger:
      payload.trigger === 'manual' || payload.trigger === 'auto' ? payload.trigger : 'unknown',
  }),
  SessionEnd: (payload, common) => ({
    kind: 'session-ended',
    ...common,
    reason: clip(payload.reason ?? 'other', 200),
  }),
  PostToolUse: (payload, common) => toolFinished(payload, common, false),
  PostToolUseFailure: (payload, common) => toolFinished(payload, common, true),
}

const toolFinished = (payload: Payload, common: Common, failed: boolean): AgentEvent => ({
  kind: 'tool-finished',
  ...common,
  tool: clip(payload.tool_name ?? 'unknown', 200),
  callId: bounded(payload.tool_use_id),
  failed,
})

const lastMessage = (payload: Payload): string | null =>
  payload.last_assistant_message === undefined
    ? null
    : clip(payload.last_assistant_message, MAX_TEXT)

function startSource(source: string | undefined) {
  return source === 'startup' || source === 'resume' || source === 'clear' || source === 'fork'
    ? source
    : 'unknown'
}

/** Prompts that the client makes up itself (wake-ups, notifications) are no human turn. */
const isHumanSource = (source: string | undefined): boolean =>
  source === undefined || source === 'user' || source === 'sdk'

const isRunning = (task: { status?: string | undefined }): boolean =>
  task.status === undefined || !['completed', 'failed', 'killed', 'stopped'].includes(task.status)

const bounded = (id: string | undefined): string | null =>
  id === undefined || id === '' ? null : id.slice(0, 256)
