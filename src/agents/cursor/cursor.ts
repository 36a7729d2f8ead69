/** Cursor, by its documentation: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import { clientFolder } from '../client-folder.js'
import { hookAgent } from '../hook-agent.js'
import { decode } from './decode.js'

export const cursor = hookAgent({
  id: 'cursor',
  traces: {
    variables: ['CURSOR_AGENT', 'CURSOR_TRACE_ID'],
    programs: ['cursor', 'cursor-agent'],
    paths: ['/cursor-agent/versions/'],
  },
  decode,
  // By default it takes five in a row.
  maxContinuations: 5,
  reply: {
    push: (text) => ({ followup_message: text }),
    contextEvents: { 'session-started': 'sessionStart' },
    context: (text) => ({ additional_context: text }),
    hasToasts: false,
  },
  transcriptRoots: (home, env) => [path.join(clientFolder('cursor', { home, env }), 'projects')],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).cursorInstaller,
})
