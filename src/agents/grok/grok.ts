/** Grok Build: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import { hookAgent } from '../hook-agent.js'
import {
  namedLikeClaude,
  sessionAborted,
  sessionErrored,
  toolEnded,
  toolFailed,
} from '../hook-events.js'
import { outputOf } from './call-failed.js'
import { grokTools } from './tools.js'
import { asText } from '../../util/loose-json.js'

export const grok = hookAgent({
  id: 'grok',
  traces: {
    variables: ['GROK_SESSION_ID', 'GROK_AGENT'],
    programs: ['grok', 'grok-native'],
    paths: ['/@xai-official/grok/', '/.grok/bin/'],
  },
  events: {
    ...namedLikeClaude,
    // At its end the client reports another stop, with no turn left to go on with.
    Stop: (payload, common) =>
      (payload.reason ?? 'end_turn') === 'end_turn' ? namedLikeClaude.Stop(payload, common) : null,
    StopFailure: sessionErrored,
    StopCancelled: sessionAborted,
    PostToolUse: toolEnded(grokTools),
    PostToolUseFailure: toolFailed(grokTools),
  },
  toShared,
  // The client ends the turn by force at the eighth block in a row.
  maxContinuations: 7,
  // At a prompt or a start it takes nothing of a hook.
  reply: { contextEvents: { 'tool-finished': 'PostToolUse' } },
  sessions: ['sessions'],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).grokInstaller,
})

/** Its own names are in camelCase; only some have their shared name beside them. */
function toShared(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const file = asText(payload['transcript_path'] ?? payload['transcriptPath'])
  const { source, error = outputOf(payload) || undefined } = payload
  return {
    ...payload,
    // It names the log of updates, which lags behind the stop and joins messages. The chat that the
    // model gets lies beside it, and is written before the hook is called.
    transcript_path: file === null ? null : path.join(path.dirname(file), 'chat_history.jsonl'),
    source: source === 'new' ? 'startup' : source,
    last_assistant_message: payload['lastAssistantMessage'],
    background_tasks: payload['backgroundTasks'],
    prompt_id: payload['promptId'],
    agent_id: payload['subagentType'],
    error,
  }
}
