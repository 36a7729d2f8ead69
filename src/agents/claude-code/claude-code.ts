/** Claude Code: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import { asRecord } from '../../util/loose-json.js'
import { clientFolder } from '../client-folder.js'
import { hookAgent } from '../hook-agent.js'
import { repliesToFailedCalls } from '../hook-reply.js'
import { decode } from './decode.js'
import { findInterrupt } from './find-interrupt.js'

export const claudeCode = hookAgent({
  id: 'claude-code',
  traces: {
    variables: ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT'],
    programs: ['claude'],
    paths: ['/@anthropic-ai/claude-code/', '/@anthropic-ai/claude-agent-sdk/', '/claude/versions/'],
  },
  decode,
  // The client ends the turn by force at the eighth block in a row.
  maxContinuations: 7,
  // Before a compaction it adds what a hook prints to what it asks of the summary.
  reply: { ...repliesToFailedCalls, plainEvents: ['session-compacting'] },
  findInterrupt,
  transcriptRoots: (home, env) => [clientFolder('claude-code', { home, env })],
  sessionFolders: (home, env) => [
    path.join(clientFolder('claude-code', { home, env }), 'projects'),
  ],
  transcriptMark,
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadPermits: async () => (await import('./permits.js')).permits,
  loadInstaller: async () => (await import('./install.js')).claudeCodeInstaller,
})

/** The end of the last message, as it is written: a transcript without it is behind the stop. */
function transcriptMark(payload: unknown): string | null {
  const { last_assistant_message: message } = asRecord(payload)
  if (typeof message !== 'string' || message.trim() === '') return null
  const written = JSON.stringify(message.trim().slice(-MARK_CHARS)).slice(1, -1)
  // A tail is read one character a byte.
  return Buffer.from(written, 'utf8').toString('latin1')
}

const MARK_CHARS = 60
