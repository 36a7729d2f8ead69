/**
 * Every agent that we know. Hook, CLI, server and tests read this one table; an adapter is loaded on
 * first use, because a hook serves one agent and loads one.
 */
import type { Agent, TranscriptReader } from '../agent.js'
import { ReflectError } from '../schema/error.js'
import { own } from '../util/own.js'

export const agents: Readonly<Record<string, () => Promise<Agent>>> = {
  'claude-code': async () => (await import('../agents/claude-code/claude-code.js')).claudeCode,
  opencode: async () => (await import('../agents/opencode/opencode.js')).opencode,
  codex: async () => (await import('../agents/codex/codex.js')).codex,
  gemini: async () => (await import('../agents/gemini/gemini.js')).gemini,
  qwen: async () => (await import('../agents/qwen/qwen.js')).qwen,
  copilot: async () => (await import('../agents/copilot/copilot.js')).copilot,
  grok: async () => (await import('../agents/grok/grok.js')).grok,
  droid: async () => (await import('../agents/droid/droid.js')).droid,
  pi: async () => (await import('../agents/pi/pi.js')).pi,
  cursor: async () => (await import('../agents/cursor/cursor.js')).cursor,
  generic: async () => (await import('../agents/generic/generic.js')).generic,
}

/** Refuses an id that is not in the table. */
export async function loadAgent(id: string): Promise<Agent> {
  const load = own(agents, id)
  if (load !== undefined) return load()
  throw new ReflectError('usage', `There is no agent "${id}"`, {
    remedy: `Known agents: ${Object.keys(agents).join(', ')}.`,
  })
}

export interface FoundReader {
  agent: string
  reader: TranscriptReader
}

/**
 * Whose transcript it is when several readers know the form: the one that asks for the most comes
 * first. Qwen Code writes Claude Code's lines with a provenance, and Gemini's roles; a tool's result
 * in any line may look like what Gemini or OpenCode write, which ask for the least.
 */
export const readerRank: readonly string[] = [
  'generic',
  'copilot',
  'grok',
  'droid',
  'pi',
  'cursor',
  'qwen',
  'codex',
  'claude-code',
  'gemini',
  'opencode',
]

/** The first reader by rank that fits; null when none does. */
export async function findTranscriptReader(
  fits: (reader: TranscriptReader) => boolean,
): Promise<FoundReader | null> {
  for (const id of readerRank) {
    const reader = await (await loadAgent(id)).loadTranscriptReader?.()
    if (reader !== undefined && fits(reader)) return { agent: id, reader }
  }
  return null
}
