import type { Action } from '../../schema/action.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { emptyReplyFor } from '../empty-reply.js'

/** What the plugin does for us; one of these in a reply. */
export type PluginReply =
  | { do: 'prompt'; text: string; metadata: { reflection: Record<string, string> } }
  | { do: 'toast'; text: string; variant: 'info' | 'success' | 'warning' | 'error' }
  | { do: 'context'; text: string }

/** Events whose hook waits for us, and takes what we add. */
export const TAKES_CONTEXT: ReadonlySet<AgentEvent['kind']> = new Set([
  'prompt-submitted',
  'session-compacting',
  'tool-finished',
])

export function encode(action: Action, event: AgentEvent): string {
  const reply = toReply(action, event)
  return reply === null ? emptyReplyFor('opencode') : JSON.stringify(reply)
}

function toReply(action: Action, event: AgentEvent): PluginReply | null {
  switch (action.kind) {
    case 'continue':
      // The mark by which the session's messages show who wrote it.
      return { do: 'prompt', text: action.text, metadata: { reflection: action.metadata } }
    case 'toast':
      return { do: 'toast', text: action.text, variant: action.level }
    case 'error':
      return { do: 'toast', text: action.text, variant: 'error' }
    case 'context':
      return TAKES_CONTEXT.has(event.kind) ? { do: 'context', text: action.text } : null
    case 'none':
      return null
  }
}
