import { projectStateDir, stateHome, type Env } from './paths.js'
import { findProject, type Project } from './project.js'

/** A project and its folder in the user's state directory: what is known without any config. */
export interface StatePlace {
  project: Project
  stateDir: string
}

export function findStatePlace(
  input: { cwd: string; env: Env; home: string; platform: NodeJS.Platform },
  project: Project = findProject(input.cwd),
): StatePlace {
  const home = stateHome(input.env, input.home, input.platform)
  return { project, stateDir: projectStateDir(home, project.identity) }
}
