import * as z from 'zod/mini'
import type { Tool } from './tool.js'

const Arguments = z.strictObject({
  name: z.string().check(z.maxLength(200)),
  reason: z.string().check(z.minLength(1), z.maxLength(2000)),
})

/** Asks for a skill to be retired; it stays in use until a person agrees. */
export function retireSkillTool(
  ask: (name: string, reason: string) => Promise<string | null>,
): Tool<typeof Arguments> {
  return {
    name: 'retire_skill',
    usage: 'retire_skill {"name": "<skill>", "reason": "<why it should go>"}',
    arguments: Arguments,
    async call({ name, reason }) {
      const refused = await ask(name, reason)
      return refused === null ? 'asked for' : `refused: ${refused}`
    },
  }
}
