import { accessSync, constants, lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { GitConfig } from '../../util/git-config.js'
import { readBounded } from '../../util/read-bounded.js'

/** A repository that lies as `git init` leaves it, found without asking git. */
export interface PlainRepository {
  root: string
  gitDir: string
  head: string
  /** Null on a detached head. */
  branch: string | null
}

/**
 * Null wherever git could mean anything else: a folder below the root, a linked work tree, a
 * submodule, another user's folder, a HEAD that is unborn or packed away. Git is asked then.
 */
export function readPlainRepository(folder: string): PlainRepository | null {
  try {
    const root = realpathSync.native(folder)
    const gitDir = path.join(root, '.git')
    if (!isOwnFolder(root) || !isOwnFolder(gitDir)) return null
    // Without these git takes it for no repository, and goes on looking further up.
    for (const name of ['objects', 'refs']) accessSync(path.join(gitDir, name), constants.X_OK)
    if (lstatSync(path.join(gitDir, 'commondir'), { throwIfNoEntry: false }) !== undefined)
      return null
    const at = readLine(path.join(gitDir, 'HEAD'))
    const branch = /^ref: refs\/heads\/(.+)$/.exec(at)?.[1] ?? null
    if (branch?.includes('..')) return null
    const head = branch === null ? at : readLine(path.join(gitDir, 'refs', 'heads', branch))
    return isCommitId(head) ? { root, gitDir, head, branch } : null
  } catch {
    return null
  }
}

/** Whether the configuration leaves the repository where it lies, in the form that is known here. */
export function isPlainConfig(config: GitConfig): boolean {
  return (
    config.get('core.repositoryformatversion') === '0' &&
    (config.get('core.bare') ?? 'false') === 'false' &&
    !config.has('core.worktree') &&
    ![...config.keys()].some((key) => key.startsWith('extensions.'))
  )
}

export const isCommitId = (text: string): boolean => /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(text)

// Git refuses what belongs to another user, by its own rules.
function isOwnFolder(folder: string): boolean {
  const stats = lstatSync(folder)
  return stats.isDirectory() && stats.uid === process.geteuid?.()
}

const MAX_BYTES = 4096

function readLine(file: string): string {
  const read = readBounded(file, { followLink: false, maxBytes: MAX_BYTES })
  return read.state === 'bytes' ? read.bytes.toString('latin1').replace(/\n$/, '') : ''
}
