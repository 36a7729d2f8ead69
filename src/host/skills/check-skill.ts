import { hasSecret } from '../../safety/redact.js'
import { commonRun, likeness } from './likeness.js'
import { formatSkill, whyNoSkill } from './skill-file.js'
import type { Skill } from './skill-file.js'

export interface SkillCheck {
  /** The other skills that there are. */
  others: readonly Skill[]
  /** What tools printed in the runs that led to this: it must not come back as instruction. */
  toolOutput: readonly string[]
}

const NEAR_DUPLICATE = 0.8
/** So many words in a row are copied, not phrased alike. */
const COPIED_WORDS = 12

/** Why a new skill is refused; null when it may be proposed. */
export function whyRefused(skill: Skill, { others, toolOutput }: SkillCheck): string | null {
  const reason = whyNoSkill(skill)
  if (reason !== null) return reason
  const text = formatSkill(skill)
  if (hasSecret(text)) return 'it holds what looks like a secret'
  for (const output of toolOutput) {
    const run = commonRun(`${skill.description}\n${skill.body}`, output, COPIED_WORDS)
    if (run !== null) return `it repeats tool output as instruction: "${run}"`
  }
  const twin = others.find(
    (other) => other.name !== skill.name && likeness(other.body, skill.body) >= NEAR_DUPLICATE,
  )
  return twin === undefined ? null : `it nearly repeats the skill ${twin.name}`
}
