import { commitSkill } from '../../../src/host/skills/skills-folder.js'
import type { SkillsPlace } from '../../../src/host/skills/skills-folder.js'
import { skillText } from './seed-work.js'
import { SKILLS } from './words.js'

/** The skills on disk, two versions of each. */
export async function seedSkills(place: SkillsPlace): Promise<void> {
  for (const [index, [name]] of SKILLS.entries()) {
    for (const version of [1, 2]) {
      const reason = version === 1 ? 'It was missing.' : 'A step was missing.'
      const text = skillText(index, version)
      await commitSkill(place, { id: `${name}-${version}`, name, text, reason })
    }
  }
}
