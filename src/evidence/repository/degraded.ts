import type { GitFailure } from '../../util/git.js'

/** Why the facts about a repository are less than whole. */
export type Degraded =
  | 'git-missing'
  | 'git-failed'
  | 'git-timeout'
  | 'not-a-repository'
  /** Git refuses a repository that somebody else owns. */
  | 'not-owned'
  | 'bare-repository'
  /** The configuration puts the work tree somewhere that does not hold this repository. */
  | 'work-tree-elsewhere'
  | 'start-point-vanished'
  /** HEAD no longer descends from the start point; changes are counted from where they parted. */
  | 'start-point-left'
  | 'no-common-ancestor'
  | 'rebase-in-progress'
  | 'unmerged-files'
  | 'files-capped'
  /** A submodule could not be opened, or there are more than are looked into. */
  | 'submodules-skipped'
  /** Some new files were too many, too large or unreadable to count their lines. */
  | 'lines-not-counted'
  /** Content filters never run here, so a file under one may count as changed when it is not. */
  | 'filters-skipped'

export function degradedBy(failure: GitFailure): Degraded {
  return FAILURES[failure]
}

const FAILURES: Record<GitFailure, Degraded> = {
  missing: 'git-missing',
  'not-a-repository': 'not-a-repository',
  'not-owned': 'not-owned',
  failed: 'git-failed',
  timeout: 'git-timeout',
  aborted: 'git-timeout',
  'too-large': 'files-capped',
}
