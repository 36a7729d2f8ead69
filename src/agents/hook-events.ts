/** What the payloads of those clients become, event by event. */
import { clipSafely } from '../safety/clip-safely.js'
import type { AgentEvent, AgentEventKind, AgentEventOf } from '../schema/agent-event.js'
import { failedByExit, failedCall } from './finished-call.js'
import { boundedId } from './hook-payload.js'
import type { CommonFields, EventMaker, HookPayload } from './hook-payload.js'
import { exitCodeIn } from './tool-reader.js'
import type { ToolTable } from './tool-reader.js'

const MAX_TEXT = 64 * 1024

/** An event of one kind, with the fields that are its own. */
const maker =
  <Kind extends AgentEventKind>(kind: Kind) =>
  (fields: (payload: HookPayload) => Omit<AgentEventOf<Kind>, keyof CommonFields | 'kind'>) =>
  (payload: HookPayload, common: CommonFields): AgentEvent =>
    ({ kind, ...common, ...fields(payload) }) as unknown as AgentEvent

export const sessionStarted = maker('session-started')(({ source }) => ({
  source: SOURCES.find((known) => known === source) ?? 'unknown',
}))

const SOURCES = ['startup', 'resume', 'clear', 'fork'] as const

export const promptSubmitted = (isHuman: (payload: HookPayload) => boolean) =>
  maker('prompt-submitted')((payload) => ({
    origin: isHuman(payload) ? 'human' : 'agent',
    text: clipSafely(payload.prompt ?? '', MAX_TEXT),
    promptId: boundedId(payload.prompt_id),
  }))

export const sessionStopped = maker('session-stopped')((payload) => ({
  lastMessage: lastMessage(payload),
  backgroundTasks: (payload.background_tasks ?? []).filter(isRunning).length,
  planMode: payload.permission_mode === 'plan',
  ...(payload.permission_mode === undefined
    ? {}
    : { permissionMode: clipSafely(payload.permission_mode, 100) }),
}))

export const subagentStopped = maker('subagent-stopped')((payload) => ({
  lastMessage: lastMessage(payload),
  subagentId: boundedId(payload.agent_id),
}))

export const sessionErrored = maker('session-errored')(({ error = 'unknown' }) => ({
  error: clipSafely(error, 1000),
}))

export const sessionCompacting = maker('session-compacting')(({ trigger }) => ({
  trigger: knownTrigger(trigger),
}))

const sessionCompacted = maker('session-compacted')(({ trigger }) => ({
  trigger: knownTrigger(trigger),
}))

export const sessionAborted = maker('session-aborted')(() => ({}))

export const sessionEnded = maker('session-ended')(({ reason = 'other' }) => ({
  reason: clipSafely(reason, 200),
}))

type ToolFinished = AgentEventOf<'tool-finished'>

export const toolFinished = (payload: HookPayload, common: CommonFields): ToolFinished => {
  const callId = boundedId(payload.tool_use_id ?? payload.tool_call_id)
  const subagentId = boundedId(payload.agent_id)
  return {
    kind: 'tool-finished',
    ...common,
    id: callId === null ? common.id : `call-${callId}`.slice(0, 256),
    tool: clipSafely(payload.tool_name ?? 'unknown', 200),
    callId,
    failed: false,
    ...(subagentId === null ? {} : { subagentId }),
  }
}

/** A call that went wrong by itself; one that was refused, or that the human interrupted says nothing of the agent's work. */
export const toolFailed =
  (table: ToolTable): EventMaker =>
  (payload, common) => {
    if (payload.is_interrupt === true) return null
    const event = toolFinished(payload, common)
    const { tool_input: input = {}, error: output = '' } = payload
    // What a person or a rule refused has not run; what has an exit code has, whatever it printed.
    const hasRun = exitCodeIn(output, table) !== null
    if (!hasRun && table.endings.some(([says]) => says.test(output))) return event
    return { ...event, failed: true, call: failedCall({ tool: event.tool, input, output }, table) }
  }

/** Of a client that tells of every call: one whose output ends with a code that is not 0 failed. */
export const toolEnded =
  (table: ToolTable): EventMaker =>
  (payload, common) =>
    failedByExit(payload.error ?? '', table) ? toolFailed(table)(payload, common) : null

/** After a compaction this is the only event whose answer reaches the agent. */
const startedOrCompacted: EventMaker = (payload, common) =>
  (payload.source === 'compact' ? sessionCompacted : sessionStarted)(payload, common)

/** Claude Code's names of its events, which others took over with the form. */
export const namedLikeClaude = {
  SessionStart: startedOrCompacted,
  UserPromptSubmit: promptSubmitted(() => true),
  Stop: sessionStopped,
  SubagentStop: subagentStopped,
  PreCompact: sessionCompacting,
  SessionEnd: sessionEnded,
} satisfies Readonly<Record<string, EventMaker>>

const knownTrigger = (trigger: string | undefined) =>
  trigger === 'manual' || trigger === 'auto' ? trigger : 'unknown'

const lastMessage = ({ last_assistant_message: message }: HookPayload): string | null =>
  message === undefined ? null : clipSafely(message, MAX_TEXT)

const isRunning = (task: { status?: string | undefined }): boolean =>
  task.status === undefined || !['completed', 'failed', 'killed', 'stopped'].includes(task.status)
