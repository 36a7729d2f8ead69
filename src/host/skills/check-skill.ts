import { hasSecret } from '../../safety/redact.js'
import { commonRun, likeness } from './likeness.js'
import { formatSkill, whyNoSkill } from './skill-file.js'
import type { Skill } from './skill-file.js'

const NEAR_DUPLICATE = 0.8
/** So many words in a row are copied, not phrased alike. */
const COPIED_WORDS = 12

/**
 * Why a new skill is refused; null when it may be proposed. What tools printed in the runs that led
 * to it must not come back as instruction.
 */
export function whyRefused(skill: Skill, toolOutput: readonly string[]): string | null {
  const reason = whyNoSkill(skill)
  if (reason !== null) return reason
  const text = formatSkill(skill)
  if (hasSecret(text)) return 'it holds what looks like a secret'
  for (const output of toolOutput) {
    const run = commonRun(`${skill.description}\n${skill.body}`, output, COPIED_WORDS)
    if (run !== null) return `it repeats tool output as instruction: "${run}"`
  }
  return null
}

/** The skill of another name that a new one nearly repeats: the two should be one. */
export function findTwin(skill: Skill, others: readonly Skill[]): Skill | null {
  const twin = others.find((other) => other.name !== skill.name && isNear(other.body, skill.body))
  return twin ?? null
}

/** So alike that one of them is enough. */
export const isNear = (one: string, two: string): boolean => likeness(one, two) >= NEAR_DUPLICATE
