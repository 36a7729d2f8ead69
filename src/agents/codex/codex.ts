/** Codex: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import { clientFolder } from '../client-folder.js'
import { hookAgent } from '../hook-agent.js'
import { repliesLikeClaude } from '../hook-reply.js'
import { decode } from './decode.js'

export const codex = hookAgent({
  id: 'codex',
  traces: {
    variables: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_THREAD_ID', 'CODEX_CI'],
    programs: ['codex'],
    paths: ['/@openai/codex/'],
  },
  decode,
  reply: {
    ...repliesLikeClaude,
    contextEvents: { ...repliesLikeClaude.contextEvents, 'tool-finished': 'PostToolUse' },
  },
  transcriptRoots: (home, env) => {
    const folder = clientFolder('codex', { home, env })
    return [path.join(folder, 'sessions'), path.join(folder, 'archived_sessions')]
  },
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).codexInstaller,
})
