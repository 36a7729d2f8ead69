import path from 'node:path'
import type { InstallPlace, SkillFolders } from '../agent.js'

/** A client that reads `.agents/skills`, in the project and in the home, beside folders of its own. */
export function sharedSkills(own: {
  project: readonly string[]
  user(place: InstallPlace): readonly string[]
}): SkillFolders {
  return {
    folder: (place) => (place.scope === 'user' ? inHome(place) : inProject(place)),
    reads: (place) => [
      inProject(place),
      inHome(place),
      ...own.project.map((folder) => path.join(place.projectRoot, folder, 'skills')),
      ...own.user(place).map((folder) => path.join(folder, 'skills')),
    ],
  }
}

const SHARED = path.join('.agents', 'skills')

const inProject = (place: InstallPlace): string => path.join(place.projectRoot, SHARED)
const inHome = (place: InstallPlace): string => path.join(place.home, SHARED)
