/** Claude Code: its hooks' payloads come in, what its hooks may answer goes out. */
import path from 'node:path'
import { clientFolder } from '../client-folder.js'
import { hookAgent } from '../hook-agent.js'
import {
  namedLikeClaude,
  promptSubmitted,
  sessionErrored,
  toolFailed,
  toolFinished,
} from '../hook-events.js'
import { repliesToFailedCalls } from '../hook-reply.js'
import { findInterrupt, hasCaughtUp } from './last-said.js'
import { claudeTools } from './tools.js'

/** Prompts that the client makes up itself (wake-ups, notifications) are no human turn. */
const HUMAN_SOURCES = new Set<string | undefined>([undefined, 'user', 'sdk'])

export const claudeCode = hookAgent({
  id: 'claude-code',
  traces: {
    variables: ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT'],
    programs: ['claude'],
    paths: ['/@anthropic-ai/claude-code/', '/@anthropic-ai/claude-agent-sdk/', '/claude/versions/'],
  },
  events: {
    ...namedLikeClaude,
    UserPromptSubmit: promptSubmitted(({ source }) => HUMAN_SOURCES.has(source)),
    StopFailure: sessionErrored,
    PostToolUse: toolFinished,
    PostToolUseFailure: toolFailed(claudeTools),
  },
  // The client ends the turn by force at the eighth block in a row.
  maxContinuations: 7,
  // Before a compaction it adds what a hook prints to what it asks of the summary.
  reply: { ...repliesToFailedCalls, plainEvents: ['session-compacting'] },
  findInterrupt,
  sessions: [''],
  sessionFolders: (home, env) => [
    path.join(clientFolder('claude-code', { home, env }), 'projects'),
  ],
  hasCaughtUp,
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadPermits: async () => (await import('./permits.js')).permits,
  loadInstaller: async () => (await import('./install.js')).claudeCodeInstaller,
})
