import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { own } from '../util/own.js'
import { emptyReplyFor } from './empty-reply.js'

/** In what a client's replies differ from the form that several clients share. */
export interface ReplyForm {
  /** How "go on" is said. @default a decision to block, with the reason */
  push?(text: string): object
  /** The client's names of the events whose answers may bring context. */
  contextEvents: Readonly<Partial<Record<AgentEvent['kind'], string>>>
  /** How context is handed over. @default under the event's name */
  context?(text: string): object
  /** Events at which the client takes what stands on standard output as it is. */
  plainEvents?: readonly AgentEvent['kind'][]
  /** The client shows its user what the agent never sees. @default true */
  hasToasts?: boolean
}

/** Whether what we add at such an event reaches the agent. */
export const takesContext = (
  kind: AgentEvent['kind'],
  { contextEvents, plainEvents = [] }: ReplyForm,
): boolean => own(contextEvents, kind) !== undefined || plainEvents.includes(kind)

/** Claude Code's form, which others took over; the name of a failed call's event not by all. */
export const repliesLikeClaude: ReplyForm = {
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
  const reply = toReply(event, action, form)
  return reply === null ? emptyReplyFor(event.agent) : JSON.stringify(reply)
}

function toReply(
  { kind: event }: AgentEvent,
  action: Action,
  { push = block, contextEvents, context, hasToasts = true }: ReplyForm,
): object | null {
  switch (action.kind) {
    case 'continue':
      return event === 'session-stopped' ? push(action.text) : null
    case 'context': {
      const hookEventName = contextEvents[event]
      if (hookEventName === undefined) return null
      const { text } = action
      return context?.(text) ?? { hookSpecificOutput: { hookEventName, additionalContext: text } }
    }
    case 'toast':
    case 'error':
      // Some clients put what else they read there in the place of the tool's whole output.
      return hasToasts && event !== 'tool-finished' ? { systemMessage: action.text } : null
    case 'none':
      return null
  }
}

const block = (reason: string): object => ({ decision: 'block', reason })
