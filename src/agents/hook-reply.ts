import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'

/** In what a client's replies differ from the form that several clients share. */
export interface ReplyForm {
  /** What is said when there is nothing to say. */
  silence: string
  /** The word for "go on". */
  decision: 'block' | 'deny'
  /** The client's names of the events whose answers may bring context. */
  contextEvents: Readonly<Partial<Record<AgentEvent['kind'], string>>>
}

/** What the client reads on standard output; silence when there is nothing that it would do. */
export function encodeReply(action: Action, event: AgentEvent, form: ReplyForm): string {
  switch (action.kind) {
    case 'continue':
      return event.kind === 'session-stopped'
        ? JSON.stringify({ decision: form.decision, reason: action.text })
        : form.silence
    case 'context': {
      const hookEventName = form.contextEvents[event.kind]
      if (hookEventName === undefined) return form.silence
      return JSON.stringify({
        hookSpecificOutput: { hookEventName, additionalContext: action.text },
      })
    }
    case 'toast':
    case 'error':
      return JSON.stringify({ systemMessage: action.text })
    case 'none':
      return form.silence
  }
}
