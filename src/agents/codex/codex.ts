/** Codex: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import type { Agent } from '../../agent.js'
import { clientFolder } from '../client-folder.js'
import { encodeReply } from '../hook-reply.js'
import { decode } from './decode.js'

/** The client reads every answer as JSON. */
const SILENCE = '{}'

export const codex: Agent = {
  id: 'codex',
  capabilities: {
    canContinue: true,
    canPromptIdle: false,
    maxContinuations: null,
    canInjectAfterCompaction: true,
    hasToasts: true,
  },
  silence: SILENCE,
  decode,
  encode: (action, event) =>
    encodeReply(action, event, {
      silence: SILENCE,
      decision: 'block',
      contextEvents: {
        'session-started': 'SessionStart',
        'session-compacted': 'SessionStart',
        'prompt-submitted': 'UserPromptSubmit',
      },
    }),
  transcriptRoots: (home, env) => {
    const folder = clientFolder({ home, env }, 'CODEX_HOME', '.codex')
    return [path.join(folder, 'sessions'), path.join(folder, 'archived_sessions')]
  },
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).codexInstaller,
}
