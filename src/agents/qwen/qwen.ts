/** Qwen Code: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import type { Agent } from '../../agent.js'
import { clientFolder } from '../client-folder.js'
import { encodeReply } from '../hook-reply.js'
import { decode } from './decode.js'

export const qwen: Agent = {
  id: 'qwen',
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
  transcriptRoots: (home, env) => [
    path.join(clientFolder({ home, env }, 'QWEN_HOME', '.qwen'), 'projects'),
  ],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).qwenInstaller,
}
