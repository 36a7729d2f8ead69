/** What the payloads of those clients become, event by event. */
import { clipSafely } from '../safety/clip-safely.js'
import { boundedId } from './hook-payload.js'
import type { EventMaker, HookPayload } from './hook-payload.js'

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

export const toolFinished =
  (failed: boolean): EventMaker =>
  (payload, common) => ({
    kind: 'tool-finished',
    ...common,
    tool: clipSafely(payload.tool_name ?? 'unknown', 200),
    callId: boundedId(payload.tool_use_id),
    failed,
  })

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
