import type { InstallPlace, InstallScope } from '../agent.js'
import { clientSigns, loadInstallers } from './client-signs.js'
import type { SkillTarget, SkillTargets } from '../host/skills/install/skill-target.js'

/** Where the clients on this machine look for skills, each folder once. */
export function skillTargets(place: Omit<InstallPlace, 'scope'>): SkillTargets {
  const { projectRoot, home, env } = place
  return {
    root: projectRoot,
    home,
    env,
    list: (scope) => listTargets({ ...place, scope }),
  }
}

async function listTargets(place: InstallPlace & { scope: InstallScope }): Promise<SkillTarget[]> {
  const targets = new Map<string, SkillTarget>()
  for (const [, installer] of await loadInstallers()) {
    if (!clientSigns(installer, place, place.projectRoot).found) continue
    const folder = installer.skills.folder(place)
    const target = targets.get(folder) ?? { folder, readers: [] }
    target.readers.push({ client: installer.title, reads: installer.skills.reads(place) })
    targets.set(folder, target)
  }
  return [...targets.values()]
}
