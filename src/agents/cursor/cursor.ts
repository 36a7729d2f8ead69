/** Cursor, by its documentation: its hooks' payloads come in, what its hooks may answer goes out. */
import { asList, asText } from '../../util/loose-json.js'
import { hookAgent } from '../hook-agent.js'
import * as made from '../hook-events.js'
import type { EventMaker } from '../hook-payload.js'
import { cursorTools } from './tools.js'

const stopped: EventMaker = (payload, common) => {
  if (payload.reason === 'aborted') return made.sessionAborted(payload, common)
  if (payload.reason === 'error') return made.sessionErrored(payload, common)
  return made.sessionStopped(payload, common)
}

export const cursor = hookAgent({
  id: 'cursor',
  traces: {
    variables: ['CURSOR_AGENT'],
    programs: ['cursor-agent'],
    editors: ['cursor'],
    paths: ['/cursor-agent/versions/'],
  },
  events: {
    sessionStart: made.sessionStarted,
    beforeSubmitPrompt: made.promptSubmitted(() => true),
    postToolUseFailure: made.toolFailed(cursorTools),
    preCompact: made.sessionCompacting,
    stop: stopped,
    subagentStop: made.subagentStopped,
    sessionEnd: made.sessionEnded,
  },
  toShared,
  // By default it takes five in a row.
  maxContinuations: 5,
  reply: {
    push: (text) => ({ followup_message: text }),
    contextEvents: { 'session-started': 'sessionStart' },
    context: (text) => ({ additional_context: text }),
    hasToasts: false,
  },
  sessions: ['projects'],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).cursorInstaller,
})

/** https://cursor.com/docs/agent/hooks */
function toShared(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    ...payload,
    session_id: payload['conversation_id'] ?? payload['session_id'],
    cwd: asText(payload['cwd']) ?? asList(payload['workspace_roots'])[0],
    prompt_id: payload['generation_id'],
    // How the turn ended, at a stop; what went wrong, at a failed call.
    reason: payload['status'] ?? payload['reason'],
    error: payload['error_message'] ?? payload['error'],
    agent_id: payload['subagent_type'],
    is_interrupt:
      payload['is_interrupt'] === true || payload['failure_type'] === 'permission_denied',
  }
}
