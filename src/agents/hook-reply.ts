import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { own } from '../util/own.js'
import { emptyReplyFor } from './empty-reply.js'

/** In what a client's replies differ from the form that several clients share. */
export interface ReplyForm {
  /** The word for "go on". */
  decision: 'block' | 'deny'
  /** The client's names of the events whose answers may bring context. */
  contextEvents: Readonly<Partial<Record<AgentEvent['kind'], string>>>
  /** Events at which the client takes what stands on standard output as it is. */
  plainEvents?: readonly AgentEvent['kind'][]
}

/** Whether what we add at such an event reaches the agent. */
export const takesContext = (
  kind: AgentEvent['kind'],
  { contextEvents, plainEvents = [] }: ReplyForm,
): boolean => own(contextEvents, kind) !== undefined || plainEvents.includes(kind)

/** Claude Code's form, which others took over; the name of a failed call's event not by all. */
export const repliesLikeClaude: ReplyForm = {
  decision: 'block',
  contextEvents: {
    'session-started': 'SessionStart',
    'session-compacted': 'SessionStart',
    'prompt-submitted': 'UserPromptSubmit',
  },
}

/** The same of clients that call a hook for failed calls only. */
export const repliesToFailedCalls: ReplyForm = {
  ...repliesLikeClaude,
  contextEvents: { ...repliesLikeClaude.contextEvents, 'tool-finished': 'PostToolUseFailure' },
}

/** What the client reads on standard output; the empty reply when there is nothing it would do. */
export function encodeReply(action: Action, event: AgentEvent, form: ReplyForm): string {
  if (action.kind === 'context' && form.plainEvents?.includes(event.kind)) {
    return action.text.replaceAll('\n', ' ')
  }
  const reply = toReply(action, event, form)
  return reply === null ? emptyReplyFor(event.agent) : JSON.stringify(reply)
}

function toReply(action: Action, event: AgentEvent, form: ReplyForm): object | null {
  // Some clients put whatever else they read there in the place of the tool's whole output.
  if (event.kind === 'tool-finished' && action.kind !== 'context') return null
  switch (action.kind) {
    case 'continue':
      return event.kind === 'session-stopped'
        ? { decision: form.decision, reason: action.text }
        : null
    case 'context': {
      const hookEventName = form.contextEvents[event.kind]
      if (hookEventName === undefined) return null
      return { hookSpecificOutput: { hookEventName, additionalContext: action.text } }
    }
    case 'toast':
    case 'error':
      return { systemMessage: action.text }
    case 'none':
      return null
  }
}
