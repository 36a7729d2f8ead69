/** Claude Code: its hooks' payloads come in, what its hooks may answer goes out. */
import type { Agent } from '../../agent.js'
import { encodeReply } from '../hook-reply.js'
import { decode } from './decode.js'
import { clientFolder } from '../client-folder.js'

export const claudeCode: Agent = {
  id: 'claude-code',
  capabilities: {
    canContinue: true,
    canPromptIdle: false,
    // The client ends the turn by force at the eighth block in a row.
    maxContinuations: 7,
    canInjectAfterCompaction: true,
    hasToasts: true,
  },
  silence: '',
  decode,
  encode: (action, event) =>
    encodeReply(action, event, {
      silence: '',
      decision: 'block',
      contextEvents: {
        'session-started': 'SessionStart',
        'session-compacted': 'SessionStart',
        'prompt-submitted': 'UserPromptSubmit',
      },
    }),
  transcriptRoots: (home, env) => [clientFolder({ home, env }, 'CLAUDE_CONFIG_DIR', '.claude')],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).claudeCodeInstaller,
}
