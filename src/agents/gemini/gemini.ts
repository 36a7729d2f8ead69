/** Gemini CLI: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import type { Agent } from '../../agent.js'
import { encodeReply } from '../hook-reply.js'
import { decode } from './decode.js'
import { geminiFolder } from './gemini-folder.js'

export const gemini: Agent = {
  id: 'gemini',
  capabilities: {
    canContinue: true,
    canPromptIdle: false,
    maxContinuations: null,
    canInjectAfterCompaction: false,
    hasToasts: true,
  },
  silence: '',
  decode,
  encode: (action, event) =>
    encodeReply(action, event, {
      silence: '',
      decision: 'deny',
      contextEvents: { 'session-started': 'SessionStart', 'prompt-submitted': 'BeforeAgent' },
    }),
  transcriptRoots: (home, env) => [path.join(geminiFolder({ home, env }), 'tmp')],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).geminiInstaller,
}
