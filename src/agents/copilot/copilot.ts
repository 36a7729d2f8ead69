/** Copilot CLI: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import { asRecord } from '../../util/loose-json.js'
import { clientFolder } from '../client-folder.js'
import { hookAgent } from '../hook-agent.js'
import { decode } from './decode.js'

export const copilot = hookAgent({
  id: 'copilot',
  traces: {
    variables: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
    programs: ['copilot'],
    paths: ['/@github/copilot/'],
  },
  decode,
  reply: {
    contextEvents: {
      'session-started': 'sessionStart',
      'prompt-submitted': 'userPromptSubmitted',
      'tool-finished': 'postToolUse',
    },
    context: (text) => ({ additionalContext: text }),
    hasToasts: false,
  },
  transcriptRoots: (home, env) => [
    path.join(clientFolder('copilot', { home, env }), 'session-state'),
  ],
  hasCaughtUp,
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).copilotInstaller,
})

/** The client notes the start of a hook with its payload, after all that went before, but later. */
function hasCaughtUp(payload: unknown): ((tail: string) => boolean) | null {
  const { timestamp, stopReason } = asRecord(payload)
  if (stopReason === undefined || !Number.isSafeInteger(timestamp)) return null
  return (tail) => tail.includes(`"timestamp":${String(timestamp)},`)
}
