/** What the payloads of those clients become, event by event. */
import { clipSafely } from '../safety/clip-safely.js'
import type { AgentEventOf } from '../schema/agent-event.js'
import { failedByExit, failedCall } from './finished-call.js'
import { boundedId } from './hook-payload.js'
import type { CommonFields, EventMaker, HookPayload } from './hook-payload.js'
import { exitCodeIn } from './tool-reader.js'
import type { ToolTable } from './tool-reader.js'

const MAX_TEXT = 64 * 1024

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
    text: clipSafely(payload.prompt ?? '', MAX_TEXT),
    promptId: boundedId(payload.prompt_id),
  })

export const sessionStopped: EventMaker = (payload, common) => ({
  kind: 'session-stopped',
  ...common,
  lastMessage: lastMessage(payload),
  backgroundTasks: (payload.background_tasks ?? []).filter(isRunning).length,
  planMode: payload.permission_mode === 'plan',
  ...(payload.permission_mode === undefined
    ? {}
    : { permissionMode: clipSafely(payload.permission_mode, 100) }),
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
  error: clipSafely(error ?? 'unknown', 1000),
})

export const sessionCompacting: EventMaker = ({ trigger }, common) => ({
  kind: 'session-compacting',
  ...common,
  trigger: knownTrigger(trigger),
})

const sessionCompacted: EventMaker = ({ trigger }, common) => ({
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
  reason: clipSafely(reason ?? 'other', 200),
})

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
