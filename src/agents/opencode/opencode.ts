/**
 * OpenCode: what our plugin inside it forwards comes in, what that plugin is to do goes out. The
 * plugin keeps the resident hook running; sessions are handed over, not read from disk.
 */
import path from 'node:path'
import type { Agent } from '../../agent.js'
import { clientFolder } from '../client-folder.js'
import { decode } from './decode.js'
import { encode, TAKES_CONTEXT } from './encode.js'

export const opencode: Agent = {
  id: 'opencode',
  traces: {
    variables: ['OPENCODE'],
    programs: ['opencode'],
    paths: ['/opencode-ai/', '/.opencode/bin/'],
  },
  capabilities: {
    canContinue: true,
    canPromptIdle: true,
    maxContinuations: null,
    takesContext: (kind) => TAKES_CONTEXT.has(kind),
    hasToasts: true,
  },
  decode,
  encode,
  transcriptRoots: () => [],
  sessionFolders: (home, env) => [path.join(dataFolder(home, env), 'storage', 'message')],
  sessionDatabase: (home, env) => path.join(dataFolder(home, env), 'opencode.db'),
  loadSessionDatabase: async () => (await import('./session-database.js')).sessionDatabase,
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadPermits: async () => (await import('./permits.js')).permits,
  loadInstaller: async () => (await import('./install.js')).opencodeInstaller,
}

const dataFolder = (home: string, env: Readonly<Record<string, string | undefined>>): string =>
  clientFolder('opencode data', { home, env })
