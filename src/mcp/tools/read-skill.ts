import * as z from 'zod/mini'
import { ReflectError } from '../../schema/error.js'
import { nearest } from '../../util/nearest.js'
import { readSeenSkills } from '../seen-skills.js'
import { defineTool } from '../tool.js'

const Input = z.strictObject({
  name: z
    .string()
    .check(z.minLength(1), z.maxLength(64), z.describe('The skill, as list_skills names it.')),
})

export const readSkillTool = defineTool({
  name: 'read_skill',
  title: 'Read one skill',
  description:
    'The whole text of one skill that a person approved for this project: instructions to follow ' +
    'where its description fits what you do.',
  input: Input,
  writes: false,
  async run({ name }, call) {
    const skills = await readSeenSkills(call)
    const found = skills.find((skill) => skill.name === name)
    if (found !== undefined) return found.text
    const names = skills.map((skill) => skill.name)
    const near = nearest(name, names)
    throw new ReflectError('not-found', `There is no skill "${name}"`, {
      remedy: near === null ? 'list_skills says which there are.' : `Did you mean ${near}?`,
    })
  },
})
