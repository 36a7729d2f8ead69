import * as z from 'zod/mini'
import { listSkills, readSkillText } from '../skills/skills-folder.js'
import type { SkillsPlace } from '../skills/skills-folder.js'
import type { Tool } from './tool.js'

const Arguments = z.strictObject({ name: z.string().check(z.maxLength(64)) })

/** Reads one skill by name, and so counts as having read it. */
export function readSkillTool(
  place: SkillsPlace,
  onRead: (skill: string) => void,
): Tool<typeof Arguments> {
  return {
    name: 'read_skill',
    usage: 'read_skill {"name": "<skill>"} (an empty name lists them)',
    arguments: Arguments,
    async call({ name }) {
      const skills = listSkills(place).flatMap(({ reading }) => (reading.ok ? [reading.skill] : []))
      if (name === '') return skills.map((one) => `${one.name}: ${one.description}`).join('\n')
      if (!skills.some((one) => one.name === name)) return 'refused: there is no such skill'
      onRead(name)
      return readSkillText(place, name) ?? ''
    },
  }
}
