/** Grok Build: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import { hookAgent } from '../hook-agent.js'
import { decode } from './decode.js'
import { clientFolder } from '../client-folder.js'

export const grok = hookAgent({
  id: 'grok',
  traces: {
    variables: ['GROK_SESSION_ID', 'GROK_AGENT'],
    programs: ['grok', 'grok-native'],
    paths: ['/@xai-official/grok/', '/.grok/bin/'],
  },
  decode,
  // The client ends the turn by force at the eighth block in a row.
  maxContinuations: 7,
  // At a prompt or a start it takes nothing of a hook.
  reply: { contextEvents: { 'tool-finished': 'PostToolUse' } },
  transcriptRoots: (home, env) => [path.join(clientFolder('grok', { home, env }), 'sessions')],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).grokInstaller,
})
