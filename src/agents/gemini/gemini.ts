/** Gemini CLI: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import { hookAgent } from '../hook-agent.js'
import { decode } from './decode.js'
import { clientFolder } from '../client-folder.js'

export const gemini = hookAgent({
  id: 'gemini',
  traces: {
    variables: ['GEMINI_CLI'],
    programs: ['gemini'],
    paths: ['/@google/gemini-cli/'],
  },
  decode,
  reply: {
    push: (reason) => ({ decision: 'deny', reason }),
    contextEvents: {
      'session-started': 'SessionStart',
      'prompt-submitted': 'BeforeAgent',
      'tool-finished': 'AfterTool',
    },
  },
  transcriptRoots: (home, env) => [path.join(clientFolder('gemini', { home, env }), 'tmp')],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).geminiInstaller,
})
