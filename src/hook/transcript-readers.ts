import type { TranscriptReader } from '../agent.js'

/** Every transcript form that we can read, by agent; asked in this order whose a file is. */
export const transcriptReaders: Readonly<Record<string, () => Promise<TranscriptReader>>> = {
  generic: async () => (await import('../agents/generic/transcript.js')).transcriptReader,
  codex: async () => (await import('../agents/codex/transcript.js')).transcriptReader,
  gemini: async () => (await import('../agents/gemini/transcript.js')).transcriptReader,
  opencode: async () => (await import('../agents/opencode/transcript.js')).transcriptReader,
  qwen: async () => (await import('../agents/qwen/transcript.js')).transcriptReader,
  copilot: async () => (await import('../agents/copilot/transcript.js')).transcriptReader,
  'claude-code': async () => (await import('../agents/claude-code/transcript.js')).transcriptReader,
}
