/**
 * The form in which several clients send their hooks' payloads: Claude Code's, which others took
 * over. A payload and a table of event makers come in, an event goes out; null for the events that mean
 * nothing to us. It refuses what is no object. Which client means what by a name is said in
 * that client's own folder.
 */
import type { DecodeContext } from '../agent.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { asRecord, asText } from '../util/loose-json.js'
import { own } from '../util/own.js'
import { payloadObject } from './payload-object.js'

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
  /** Qwen: only what a person submitted has it; feedback and tool results come without. */
  'submitted_prompt',
  'source',
  'trigger',
  'reason',
  'error',
  'tool_name',
  'tool_use_id',
  /** Qwen: the id that its transcript has. */
  'tool_call_id',
  'agent_id',
] as const

/** A field that is not there, or is something else than it should be, is undefined. */
export type HookPayload = { [Text in (typeof TEXTS)[number]]?: string | undefined } & {
  background_tasks?: { status?: string | undefined }[] | undefined
  tool_input?: Readonly<Record<string, unknown>> | undefined
  is_interrupt?: boolean | undefined
  /** The call failed, where the payload itself does not say so. */
  failed?: boolean | undefined
}

/** What every event has. */
export type CommonFields = Pick<
  AgentEvent,
  'id' | 'agent' | 'sessionId' | 'parentSessionId' | 'at' | 'cwd' | 'transcriptPath' | 'degraded'
>

export type EventMaker = (payload: HookPayload, common: CommonFields) => AgentEvent | null

/** What a client's own payloads are called, and what they become. */
export interface HookForm {
  /** By the client's names of its events. */
  events: Readonly<Record<string, EventMaker>>
  /** A payload under the names that clients share. @default as it is */
  toShared?(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

export function decodeHook(
  agent: string,
  { events, toShared }: HookForm,
  raw: unknown,
  context: DecodeContext,
): AgentEvent | null {
  const told = payloadObject(raw)
  const payload = readFields(toShared?.(told) ?? told)
  if (context.failed === true) payload.failed = true
  const name = payload.hook_event_name ?? context.eventName ?? ''
  return own(events, name)?.(payload, commonFields(agent, payload, context)) ?? null
}

function readFields(raw: Readonly<Record<string, unknown>>): HookPayload {
  const payload: HookPayload = {
    background_tasks: readTasks(raw['background_tasks']),
    tool_input: asRecord(raw['tool_input']),
    is_interrupt: raw['is_interrupt'] === true,
    failed: raw['failed'] === true,
  }
  for (const name of TEXTS) payload[name] = asText(raw[name]) ?? undefined
  return payload
}

function readTasks(raw: unknown): HookPayload['background_tasks'] {
  if (!Array.isArray(raw) || raw.some((task) => asRecord(task) !== task)) return undefined
  return raw.map((task) => ({ status: asText(asRecord(task)['status']) ?? undefined }))
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

export const boundedId = (id: string | undefined): string | null =>
  id === undefined || id === '' ? null : id.slice(0, 256)
