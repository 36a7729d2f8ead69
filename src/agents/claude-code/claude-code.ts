/** Claude Code: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import type { Agent } from '../../agent.js'
import { decode } from './decode.js'
import { encode } from './encode.js'

export const claudeCode: Agent = {
  id: 'claude-code',
  capabilities: {
    canContinue: true,
    canPromptIdle: false,
    // The client ends the turn by force at the eighth block in a row.
    maxContinuations: 7,
    canInjectAfterCompaction: true,
    tellsAborts: false,
    hasToasts: true,
  },
  silence: '',
  decode,
  encode,
  transcriptRoots: (home) => [path.join(home, '.claude')],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).claudeCodeInstaller,
}
