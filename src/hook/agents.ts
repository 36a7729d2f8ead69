import type { Agent } from '../agent.js'
import { ReflectError } from '../schema/error.js'

/** How each agent that we know is loaded, by id: a hook serves one, and loads one. */
export const agents: Readonly<Record<string, () => Promise<Agent>>> = {
  'claude-code': async () => (await import('../agents/claude-code/claude-code.js')).claudeCode,
  opencode: async () => (await import('../agents/opencode/opencode.js')).opencode,
  codex: async () => (await import('../agents/codex/codex.js')).codex,
  qwen: async () => (await import('../agents/qwen/qwen.js')).qwen,
  gemini: async () => (await import('../agents/gemini/gemini.js')).gemini,
  copilot: async () => (await import('../agents/copilot/copilot.js')).copilot,
  generic: async () => (await import('../agents/generic/generic.js')).generic,
}

export const unknownAgent = (id: string): ReflectError =>
  new ReflectError('usage', `There is no agent "${id}"`, {
    remedy: `Known agents: ${Object.keys(agents).join(', ')}.`,
  })
