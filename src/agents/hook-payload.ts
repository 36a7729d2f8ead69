/**
 * The form in which several clients send their hooks' payloads: Claude Code's, which others took
 * over. A payload and a table of event makers come in, an event goes out; null for the events that mean
 * nothing to us. It refuses what is no object. Which client means what by a name is said in
 * that client's own folder.
 */
import type { DecodeContext } from '../agent.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { ReflectError } from '../schema/error.js'
import { clip } from '../util/clip.js'
import { own } from '../util/own.js'

/**
 * Texts as the clients send them on standard input; what else they send is their own business.
 * https://docs.claude.com/en/docs/claude-code/hooks
 */
const TEXTS = [
  'hook_event_name',
  'session_id',
  'transcript_path',
  'cwd',
  'permission_mode',
  'prompt_id',
  'last_assistant_message',
  'prompt',
  /** Qwen: only what somebody submitted has it; feedback and tool results come without. */
  'submitted_prompt',
  /** Gemini: all that the agent said since the prompt. */
  'prompt_response',
  'source',
  'trigger',
  'reason',
  'error',
  'tool_name',
  'tool_use_id',
  'agent_id',
] as const

/** A field that is not there, or is something else than it should be, is undefined. */
export type HookPayload = { [Text in (typeof TEXTS)[number]]?: string | undefined } & {
  background_tasks?: { status?: string | undefined }[] | undefined
}

/** What every event has. */
type CommonFields = Pick<
  AgentEvent,
  'id' | 'agent' | 'sessionId' | 'parentSessionId' | 'at' | 'cwd' | 'transcriptPath' | 'degraded'
>

export type EventMaker = (payload: HookPayload, common: CommonFields) => AgentEvent | null

const MAX_TEXT = 64 * 1024

export function decodeHook(
  agent: string,
  makers: Readonly<Record<string, EventMaker>>,
  raw: unknown,
  context: DecodeContext,
): AgentEvent | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw new ReflectError('payload-invalid', 'The payload is not a JSON object')
  }
  const payload = readFields(raw as Readonly<Record<string, unknown>>)
  const name = payload.hook_event_name ?? context.eventName ?? ''
  return own(makers, name)?.(payload, commonFields(agent, payload, context)) ?? null
}

function readFields(raw: Readonly<Record<string, unknown>>): HookPayload {
  const payload: HookPayload = { background_tasks: readTasks(raw['background_tasks']) }
  for (const name of TEXTS) payload[name] = textOf(raw[name])
  return payload
}

function readTasks(raw: unknown): HookPayload['background_tasks'] {
  if (!Array.isArray(raw) || !raw.every(isObject)) return undefined
  return raw.map(({ status }) => ({ status: textOf(status) }))
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

const isObject = (value: unknown): value is { status?: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  (isHuman: (payload: HookPayload) => boolean): EventMaker =>
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
