import * as z from 'zod/mini'
import type { Skill } from '../skills/skill-file.js'
import type { Tool } from './tool.js'

const MAX_BODY = 200_000
const Arguments = z.strictObject({
  name: z.string().check(z.maxLength(200)),
  description: z.string().check(z.maxLength(5000)),
  body: z.string().check(z.maxLength(MAX_BODY)),
})

/** Hands in a skill; nothing is written before the session has ended and a person has looked. */
export function addSkillTool(
  handIn: (skill: Skill) => string | null | Promise<string | null>,
): Tool<typeof Arguments> {
  return {
    name: 'add_skill',
    usage:
      'add_skill {"name": "<a-z, 0-9, hyphens>", "description": "<when to use it, one line>", "body": "<the whole text>"} (adds or replaces)',
    arguments: Arguments,
    async call(skill) {
      const refused = await handIn(skill)
      return refused === null ? 'handed in' : `refused: ${refused}`
    },
  }
}
