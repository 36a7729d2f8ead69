import path from 'node:path'
import { isInUse, readLives, wasSeen } from '../host/skills/skill-life.js'
import { listSkills, readSkillText } from '../host/skills/skills-folder.js'
import { sha256 } from '../util/sha256.js'
import { openExistingStore } from '../wiring/workspace.js'
import type { McpCall } from './tool.js'

export interface SeenSkill {
  name: string
  description: string
  text: string
}

/** The skills in use whose very text a person has agreed to: what an agent may be given. */
export async function readSeenSkills({ workspace }: McpCall): Promise<SeenSkill[]> {
  const { loaded, stateDir } = workspace
  const dir = path.resolve(stateDir, loaded.values.cycle.skills.dir ?? 'skills')
  const store = await openExistingStore(workspace)
  if (store === null) return []
  try {
    const lives = await readLives(store)
    const seen: SeenSkill[] = []
    for (const { name, reading } of listSkills({ dir, env: {} })) {
      const text = readSkillText({ dir }, name)
      if (!reading.ok || text === null || !isInUse(lives.get(name)?.state)) continue
      if (!(await wasSeen(store, name, sha256(text)))) continue
      seen.push({ name, description: reading.skill.description, text })
    }
    return seen
  } finally {
    await store.close()
  }
}
