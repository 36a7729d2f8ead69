import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import path from 'node:path'

/** The project that a folder belongs to. */
export interface Project {
  /** The folder that holds `.git`, else the folder itself; a real path where it exists. */
  root: string
  /** Real path of the git common directory, so that worktrees share state; else of the folder. */
  identity: string
}

const MAX_LEVELS = 256
const MAX_LINK_BYTES = 8192

/**
 * Finds the project without running git: git obeys the repository's own config. A `.git` that
 * merely claims to belong to another repository is not believed unless that one points back.
 */
export function findProject(cwd: string): Project {
  const start = realPath(path.resolve(cwd)) ?? path.resolve(cwd)
  let folder = start
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const identity = repositoryIdentity(folder)
    if (identity !== null) return { root: folder, identity }
    const parent = path.dirname(folder)
    if (parent === folder) break
    folder = parent
  }
  return { root: start, identity: start }
}

/** The identity of the repository whose work tree begins here; null when none does. */
function repositoryIdentity(folder: string): string | null {
  const dotGit = path.join(folder, '.git')
  const kind = kindOf(dotGit)
  if (kind === 'directory') return isGitDir(dotGit) ? realPath(dotGit) : null
  if (kind === 'link') return isGitDir(dotGit) ? folder : null
  if (kind !== 'file') return null
  const gitDir = pointedTo(folder, readShort(dotGit), /^gitdir: (.+)$/m)
  if (gitDir === null || !isGitDir(gitDir)) return null
  return commonDirOf(gitDir, folder) ?? folder
}

/** The common directory of a worktree or submodule, if it names this folder as its own. */
function commonDirOf(gitDir: string, folder: string): string | null {
  const common = pointedTo(gitDir, readShort(path.join(gitDir, 'commondir')), /^(.+)$/m)
  if (common !== null) {
    const back = pointedTo(gitDir, readShort(path.join(gitDir, 'gitdir')), /^(.+)$/m)
    return back === path.join(folder, '.git') ? common : null
  }
  const config = readShort(path.join(gitDir, 'config'))
  return pointedTo(gitDir, config, /^[ \t]*worktree[ \t]*=[ \t]*"?([^"\r\n]+)/m) === folder
    ? gitDir
    : null
}

/** Real path of what a line of a git link file names, relative to `base`. */
function pointedTo(base: string, text: string | null, line: RegExp): string | null {
  const target = text?.match(line)?.[1]?.trim()
  if (!target || target.includes('\0')) return null
  return realPath(path.resolve(base, target))
}

// Git itself passes over a `.git` folder that has no HEAD.
function isGitDir(folder: string): boolean {
  return kindOf(path.join(folder, 'HEAD')) !== 'none'
}

function kindOf(file: string): 'directory' | 'file' | 'link' | 'none' {
  try {
    const stat = lstatSync(file)
    if (stat.isSymbolicLink()) return 'link'
    if (stat.isDirectory()) return 'directory'
    return stat.isFile() ? 'file' : 'none'
  } catch {
    return 'none'
  }
}

function realPath(file: string): string | null {
  try {
    return realpathSync.native(file)
  } catch {
    return null
  }
}

function readShort(file: string): string | null {
  try {
    if (!statSync(file).isFile()) return null
    const handle = openSync(file, 'r')
    try {
      const bytes = Buffer.alloc(Math.min(fstatSync(handle).size, MAX_LINK_BYTES))
      return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, 0))
    } finally {
      closeSync(handle)
    }
  } catch {
    return null
  }
}
