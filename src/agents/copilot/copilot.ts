/** Copilot CLI: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import type { Agent } from '../../agent.js'
import type { Action } from '../../schema/action.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { asRecord } from '../../util/loose-json.js'
import { clientFolder } from '../client-folder.js'
import { emptyReplyFor } from '../empty-reply.js'
import { decode } from './decode.js'

export const copilot: Agent = {
  id: 'copilot',
  traces: {
    variables: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
    programs: ['copilot'],
    paths: ['/@github/copilot/'],
  },
  capabilities: {
    canContinue: true,
    canPromptIdle: false,
    maxContinuations: null,
    takesContext: (kind) => CONTEXT_EVENTS.has(kind),
    hasToasts: false,
  },
  decode,
  encode,
  transcriptRoots: (home, env) => [
    path.join(clientFolder('copilot', { home, env }), 'session-state'),
  ],
  transcriptMark,
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).copilotInstaller,
}

const CONTEXT_EVENTS = new Set<AgentEvent['kind']>([
  'session-started',
  'prompt-submitted',
  'tool-finished',
])

function encode(action: Action, event: AgentEvent): string {
  if (action.kind === 'continue' && event.kind === 'session-stopped') {
    return JSON.stringify({ decision: 'block', reason: action.text })
  }
  if (action.kind === 'context' && CONTEXT_EVENTS.has(event.kind)) {
    return JSON.stringify({ additionalContext: action.text })
  }
  return emptyReplyFor('copilot')
}

/** The client notes the start of a hook with its payload, after all that went before, but later. */
function transcriptMark(payload: unknown): string | null {
  const { timestamp, stopReason } = asRecord(payload)
  return stopReason !== undefined && Number.isSafeInteger(timestamp)
    ? `"timestamp":${String(timestamp)},`
    : null
}
