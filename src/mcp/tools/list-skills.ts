import * as z from 'zod/mini'
import { fence, quoteFact } from '../../safety/fence.js'
import { defineTool } from '../tool.js'
import type { McpCall } from '../tool.js'
import { readSeenSkills } from '../seen-skills.js'

export const listSkillsTool = defineTool({
  name: 'list_skills',
  title: 'List the skills of this project',
  description:
    'The skills that people approved for this project, each with when to use it. Call this when you ' +
    'begin a piece of work and your client has shown you none; then read the one that fits.',
  input: z.strictObject({}),
  writes: false,
  run: async (_, call: McpCall) => {
    const skills = await readSeenSkills(call)
    if (skills.length === 0) return 'There are no skills in this project.'
    const lines = skills.map(({ name, description }) => `${name}: ${quoteFact(description)}`)
    return fence(lines.join('\n'), { source: 'the skills of this project', maxChars: 8000 })
  },
})
