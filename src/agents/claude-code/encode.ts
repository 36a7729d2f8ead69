import type { Action } from '../../schema/action.js'
import type { AgentEvent } from '../../schema/agent-event.js'

/** Where the client takes context from us, by the event that it answers. */
const CONTEXT_EVENTS: Partial<Record<AgentEvent['kind'], string>> = {
  'session-started': 'SessionStart',
  'session-compacted': 'SessionStart',
  'prompt-submitted': 'UserPromptSubmit',
}

/** What the client reads on standard output; silence when there is nothing that it would do. */
export function encode(action: Action, event: AgentEvent): string {
  switch (action.kind) {
    case 'continue':
      return event.kind === 'session-stopped'
        ? JSON.stringify({ decision: 'block', reason: action.text })
        : ''
    case 'context':
      return encodeContext(action.text, event)
    case 'toast':
    case 'error':
      return JSON.stringify({ systemMessage: action.text })
    case 'none':
      return ''
  }
}

function encodeContext(text: string, event: AgentEvent): string {
  const hookEventName = CONTEXT_EVENTS[event.kind]
  if (hookEventName === undefined) return ''
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext: text } })
}
