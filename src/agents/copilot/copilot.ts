/** Copilot CLI: its hooks' payloads come in, what its hooks may answer goes out. */
import { asRecord, asText } from '../../util/loose-json.js'
import { hookAgent } from '../hook-agent.js'
import * as made from '../hook-events.js'
import { outputOf } from './call-failed.js'
import { copilotTools } from './tools.js'

export const copilot = hookAgent({
  id: 'copilot',
  traces: {
    variables: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
    programs: ['copilot'],
    paths: ['/@github/copilot/'],
  },
  events: {
    sessionStart: made.sessionStarted,
    userPromptSubmitted: made.promptSubmitted(() => true),
    postToolUse: made.toolEnded(copilotTools),
    postToolUseFailure: made.toolFailed(copilotTools),
    preCompact: made.sessionCompacting,
    agentStop: made.sessionStopped,
    subagentStop: made.subagentStopped,
    errorOccurred: made.sessionErrored,
    sessionEnd: made.sessionEnded,
  },
  toShared,
  reply: {
    contextEvents: {
      'session-started': 'sessionStart',
      'prompt-submitted': 'userPromptSubmitted',
      'tool-finished': 'postToolUse',
    },
    context: (text) => ({ additionalContext: text }),
    hasToasts: false,
  },
  sessions: ['session-state'],
  hasCaughtUp,
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).copilotInstaller,
})

/** Its payload names no event: the command line does. */
function toShared(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { sessionId, transcriptPath, source, error, toolName, toolArgs, agentName } = payload
  return {
    ...payload,
    hook_event_name: undefined,
    session_id: sessionId,
    transcript_path: transcriptPath,
    source: source === 'new' ? 'startup' : source,
    error: asText(asRecord(error)['message']) ?? error ?? (outputOf(payload) || undefined),
    tool_name: toolName,
    tool_input: toolArgs,
    agent_id: agentName,
  }
}

/** The client notes the start of a hook with its payload, after all that went before, but later. */
function hasCaughtUp(payload: unknown): ((tail: string) => boolean) | null {
  const { timestamp, stopReason } = asRecord(payload)
  if (stopReason === undefined || !Number.isSafeInteger(timestamp)) return null
  return (tail) => tail.includes(`"timestamp":${String(timestamp)},`)
}
