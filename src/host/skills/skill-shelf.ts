import type { SkillChange } from '../../schema/skill-change.js'
import type { SkillLife, SkillState } from '../../schema/skill-state.js'
import { sha256 } from '../../util/sha256.js'
import { inspectInstalled } from './install/install-skill.js'
import type { SkillConflict } from './install/install-skill.js'
import type { SkillDeps } from './skill-deps.js'
import { readLives } from './skill-life.js'
import { listSkills, readSkillText } from './skills-folder.js'

/** One skill with everything that is known of where it stands. */
export interface ShelvedSkill {
  name: string
  state: SkillLife
  /** The newest step; null for a skill that a person put there by hand. */
  life: SkillState | null
  /** null where there is no text, or none that can be read. */
  description: string | null
  problem: string | null
  /** Where our copies are. */
  installed: string[]
  conflicts: SkillConflict[]
  /** The copies have another text than the skill has now. */
  isOutdated: boolean
  /** Changes that wait for a decision. */
  waiting: SkillChange[]
}

const MAX_CHANGES = 200

/** Every skill by name, those that are only proposed and those that are gone too. */
export async function readSkillShelf(deps: SkillDeps): Promise<ShelvedSkill[]> {
  const { store, skills } = deps
  const lives = await readLives(store)
  const files = new Map(listSkills(skills).map(({ name, reading }) => [name, reading]))
  const waiting = await store.list('skill_change', { state: 'proposed', limit: MAX_CHANGES })
  const names = [...files.keys(), ...lives.keys(), ...waiting.map(({ skill }) => skill)]
  const shelf: ShelvedSkill[] = []
  for (const name of [...new Set(names)].sort()) {
    const life = lives.get(name) ?? null
    const reading = files.get(name)
    const state = life?.state ?? (reading === undefined ? 'proposed' : 'active')
    // Git leaves no empty folder; a file that was taken out is no unreadable skill.
    const isGone = readSkillText(skills, name) === null
    if (isGone && life === null && !waiting.some(({ skill }) => skill === name)) continue
    const placed = await placedCopies(name, deps)
    const text = readSkillText(skills, name)
    shelf.push({
      name,
      state,
      life,
      description: reading?.ok ? reading.skill.description : null,
      problem: reading === undefined || reading.ok || isGone ? null : reading.reason,
      ...placed,
      isOutdated:
        text !== null && (life?.installed ?? []).some(({ hash }) => hash !== sha256(text)),
      waiting: waiting.filter(({ skill }) => skill === name),
    })
  }
  return shelf
}

async function placedCopies(
  name: string,
  { store, targets }: SkillDeps,
): Promise<Pick<ShelvedSkill, 'installed' | 'conflicts'>> {
  if (targets === undefined) return { installed: [], conflicts: [] }
  const { copies, conflicts } = await inspectInstalled(name, { store, targets })
  return { installed: copies, conflicts }
}
