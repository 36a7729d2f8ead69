import type { Agent } from '../agent.js'
import { claudeCode } from '../agents/claude-code/claude-code.js'
import { generic } from '../agents/generic/generic.js'

/** Every agent that we know, by id. */
export const agents: Readonly<Record<string, Agent>> = {
  [claudeCode.id]: claudeCode,
  [generic.id]: generic,
}
