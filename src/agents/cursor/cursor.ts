/** Cursor, by its documentation: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import type { Agent } from '../../agent.js'
import type { Action } from '../../schema/action.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { emptyReplyFor } from '../empty-reply.js'
import { decode } from './decode.js'

export const cursor: Agent = {
  id: 'cursor',
  traces: {
    variables: ['CURSOR_AGENT', 'CURSOR_TRACE_ID'],
    programs: ['cursor', 'cursor-agent'],
    paths: ['/cursor-agent/versions/'],
  },
  capabilities: {
    canContinue: true,
    canPromptIdle: false,
    // By default it takes five in a row.
    maxContinuations: 5,
    takesContext: (kind) => kind === 'session-started',
    hasToasts: false,
  },
  decode,
  encode,
  transcriptRoots: (home) => [path.join(home, '.cursor', 'projects')],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).cursorInstaller,
}

function encode(action: Action, event: AgentEvent): string {
  if (action.kind === 'continue' && event.kind === 'session-stopped') {
    return JSON.stringify({ followup_message: action.text })
  }
  if (action.kind === 'context' && event.kind === 'session-started') {
    return JSON.stringify({ additional_context: action.text })
  }
  return emptyReplyFor('cursor')
}
