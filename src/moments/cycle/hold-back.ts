import { isNear } from '../../host/skills/check-skill.js'
import { skillsInUse } from '../../host/skills/skill-changes.js'
import type { SkillDeps } from '../../host/skills/skill-deps.js'
import { parseSkill } from '../../host/skills/skill-file.js'
import type { Skill } from '../../host/skills/skill-file.js'
import { MAX_ACTIVE } from '../../host/skills/skill-life.js'

/** Why a text waits for a person though changes are committed by themselves; null when it may go. */
export async function whyHeldBack(
  skill: Skill,
  mergedFrom: string | undefined,
  deps: SkillDeps,
): Promise<string | null> {
  if (mergedFrom !== undefined) return `it would merge ${mergedFrom} into ${skill.name}`
  const undone = await deps.store.list('skill_change', {
    subject: skill.name,
    state: 'rolled_back',
  })
  if (undone.some(({ after }) => isNear(bodyOf(after, skill.name), skill.body))) {
    return 'this text was rolled back before'
  }
  const inUse = await skillsInUse(deps)
  if (inUse.includes(skill.name) || inUse.length < MAX_ACTIVE) return null
  return `${inUse.length} skills are in use; ${MAX_ACTIVE} is the most`
}

function bodyOf(text: string, name: string): string {
  const reading = parseSkill(text, name)
  return reading.ok ? reading.skill.body : text
}
