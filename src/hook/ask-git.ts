import { findProject } from '../config/project.js'
import { readGitConfig, type GitConfigListing } from '../util/git-config.js'

/** The first thing that git is asked of a work tree, and which one. */
export interface AskedGit {
  root: string
  listing: Promise<GitConfigListing>
}

/** Node hears of a process that has ended in the second turn of its loop at the latest. */
export async function takeInAnswers(): Promise<void> {
  for (const _ of [1, 2]) await new Promise((resolve) => void setImmediate(resolve))
}

/**
 * Asks git while the rest of the hook is still to be loaded, so that it answers beside that. Most
 * clients start a hook in the project that its event is about; of another one it is asked again.
 */
export function askGit(cwd: string, signal: AbortSignal): AskedGit {
  const { root } = findProject(cwd)
  return { root, listing: readGitConfig({ cwd: root, signal }) }
}
