/** Codex: its hooks' payloads come in, what its hooks may answer goes out. */
import { hookAgent } from '../hook-agent.js'
import { namedLikeClaude, sessionAborted, toolFailed } from '../hook-events.js'
import { repliesLikeClaude } from '../hook-reply.js'
import { codexTools } from './tools.js'

export const codex = hookAgent({
  id: 'codex',
  traces: {
    variables: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_THREAD_ID', 'CODEX_CI'],
    programs: ['codex'],
    paths: ['/@openai/codex/'],
  },
  // What a hook said at a stop does not come back as a prompt, so that every prompt is a person's.
  events: {
    ...namedLikeClaude,
    Interrupt: sessionAborted,
    PostToolUse: (payload, common) =>
      payload.failed === true ? toolFailed(codexTools)(payload, common) : null,
  },
  toShared: (payload) => ({ ...payload, error: payload['tool_response'] }),
  reply: {
    ...repliesLikeClaude,
    contextEvents: { ...repliesLikeClaude.contextEvents, 'tool-finished': 'PostToolUse' },
  },
  sessions: ['sessions', 'archived_sessions'],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).codexInstaller,
})
