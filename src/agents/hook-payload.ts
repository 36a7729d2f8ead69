/**
 * The form in which several clients send their hooks' payloads: Claude Code's, which others took
 * over. A payload, its form and a table of event makers come in, an event goes out; null for the events that
 * mean nothing to us. It refuses what is no object. Which client means what by a name is said in
 * that client's own folder.
 */
import * as z from 'zod/mini'
import type { DecodeContext } from '../agent.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { ReflectError } from '../schema/error.js'
import { clip } from '../util/clip.js'
import { own } from '../util/own.js'

// Fields as the clients send them on standard input; unknown ones are their own business.
// https://docs.claude.com/en/docs/claude-code/hooks
export const HookText = z.catch(z.optional(z.string()), undefined)
export const HookPayload = z.object({
  hook_event_name: HookText,
  session_id: HookText,
  transcript_path: HookText,
  cwd: HookText,
  permission_mode: HookText,
  prompt_id: HookText,
  last_assistant_message: HookText,
  background_tasks: z.catch(z.optional(z.array(z.object({ status: HookText }))), undefined),
  prompt: HookText,
  source: HookText,
  trigger: HookText,
  reason: HookText,
  error: HookText,
  tool_name: HookText,
  tool_use_id: HookText,
  agent_id: HookText,
})
export type HookPayload = z.infer<typeof HookPayload>

/** What every event has. */
export type CommonFields = Pick<
  AgentEvent,
  'id' | 'agent' | 'sessionId' | 'parentSessionId' | 'at' | 'cwd' | 'transcriptPath' | 'degraded'
>

/** `P` has what a client adds to the shared fields. */
export type EventMaker<P extends HookPayload = HookPayload> = (
  payload: P,
  common: CommonFields,
) => AgentEvent | null

const MAX_TEXT = 64 * 1024

export function decodeHook<P extends HookPayload>(
  agent: string,
  form: z.ZodMiniType<P>,
  makers: Readonly<Record<string, EventMaker<P>>>,
  raw: unknown,
  context: DecodeContext,
): AgentEvent | null {
  const parsed = form.safeParse(raw)
  if (!parsed.success) {
    throw new ReflectError('payload-invalid', 'The payload is not a JSON object', {
      cause: parsed.error,
    })
  }
  const payload = parsed.data
  const name = payload.hook_event_name ?? context.eventName ?? ''
  return own(makers, name)?.(payload, commonFields(agent, payload, context)) ?? null
}

function commonFields(agent: string, payload: HookPayload, context: DecodeContext): CommonFields {
  const sessionId = boundedId(payload.session_id)
  return {
    id: context.id,
    agent,
    sessionId: sessionId ?? 'unknown',
    parentSessionId: null,
    at: context.now,
    cwd: payload.cwd ?? null,
    transcriptPath: payload.transcript_path ?? null,
    degraded: context.degraded ?? (sessionId === null ? 'the payload names no session' : null),
  }
}

export const sessionStarted: EventMaker = ({ source }, common) => ({
  kind: 'session-started',
  ...common,
  source:
    source === 'startup' || source === 'resume' || source === 'clear' || source === 'fork'
      ? source
      : 'unknown',
})

export const promptSubmitted =
  <P extends HookPayload>(isHuman: (payload: P) => boolean): EventMaker<P> =>
  (payload, common) => ({
    kind: 'prompt-submitted',
    ...common,
    origin: isHuman(payload) ? 'human' : 'agent',
    text: clip(payload.prompt ?? '', MAX_TEXT),
    promptId: boundedId(payload.prompt_id),
  })

export const sessionStopped: EventMaker = (payload, common) => ({
  kind: 'session-stopped',
  ...common,
  lastMessage: lastMessage(payload),
  backgroundTasks: (payload.background_tasks ?? []).filter(isRunning).length,
  planMode: payload.permission_mode === 'plan',
})

export const subagentStopped: EventMaker = (payload, common) => ({
  kind: 'subagent-stopped',
  ...common,
  lastMessage: lastMessage(payload),
  subagentId: boundedId(payload.agent_id),
})

export const sessionErrored: EventMaker = ({ error }, common) => ({
  kind: 'session-errored',
  ...common,
  error: clip(error ?? 'unknown', 1000),
})

export const sessionCompacting: EventMaker = ({ trigger }, common) => ({
  kind: 'session-compacting',
  ...common,
  trigger: knownTrigger(trigger),
})

export const sessionCompacted: EventMaker = ({ trigger }, common) => ({
  kind: 'session-compacted',
  ...common,
  trigger: knownTrigger(trigger),
})

export const sessionAborted: EventMaker = (_payload, common) => ({
  kind: 'session-aborted',
  ...common,
})

export const sessionEnded: EventMaker = ({ reason }, common) => ({
  kind: 'session-ended',
  ...common,
  reason: clip(reason ?? 'other', 200),
})

export const toolFinished =
  (failed: boolean): EventMaker =>
  (payload, common) => ({
    kind: 'tool-finished',
    ...common,
    tool: clip(payload.tool_name ?? 'unknown', 200),
    callId: boundedId(payload.tool_use_id),
    failed,
  })

const knownTrigger = (trigger: string | undefined) =>
  trigger === 'manual' || trigger === 'auto' ? trigger : 'unknown'

const lastMessage = ({ last_assistant_message: message }: HookPayload): string | null =>
  message === undefined ? null : clip(message, MAX_TEXT)

const isRunning = (task: { status?: string | undefined }): boolean =>
  task.status === undefined || !['completed', 'failed', 'killed', 'stopped'].includes(task.status)

const boundedId = (id: string | undefined): string | null =>
  id === undefined || id === '' ? null : id.slice(0, 256)
