import type { GitFailure } from '../../util/git.js'

/** Why the facts about a repository are less than whole. */
export type Degraded =
  | 'git-missing'
  | 'git-failed'
  | 'git-timeout'
  | 'not-a-repository'
  /** Git refuses a repository that another user owns. */
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

/** A shortcoming for people: what it is, and what they can do about it where they can. */
export interface DegradedWords {
  text: string
  remedy: string | null
}

export function describeDegraded(reason: string): DegradedWords {
  const words = Object.hasOwn(WORDS, reason) ? WORDS[reason as Degraded] : reason
  return typeof words === 'string' ? { text: words, remedy: null } : words
}

const WORDS: Record<Degraded, string | DegradedWords> = {
  'git-missing': {
    text: 'git was not found',
    remedy: 'Install git, or put it on the PATH.',
  },
  'git-failed': {
    text: 'git failed',
    remedy: 'Try `git status` in that folder, and fix what it reports.',
  },
  'git-timeout': { text: 'git took too long', remedy: 'Try again when the disk is less busy.' },
  'not-a-repository': {
    text: 'this is not a git repository',
    remedy: 'Go to a repository, or create one with `git init`.',
  },
  'not-owned': {
    text: 'the repository belongs to another user',
    remedy: 'If you trust it, add it to safe.directory in your git config.',
  },
  'bare-repository': {
    text: 'a bare repository has no work tree',
    remedy: 'Go to a clone that has one.',
  },
  'work-tree-elsewhere': {
    text: "the repository's config puts its work tree elsewhere",
    remedy: 'Look at core.worktree in its config.',
  },
  'start-point-vanished': 'the commit that the run began at is gone',
  'start-point-left': 'the branch moved away from the commit that the run began at',
  'no-common-ancestor': 'the branch and its base have nothing in common',
  'rebase-in-progress': 'a rebase is in progress',
  'unmerged-files': 'some files are not merged',
  'files-capped': 'not every changed file could be listed',
  'submodules-skipped': 'some submodules were not looked into',
  'lines-not-counted': "some new files' lines were not counted",
  'filters-skipped': 'content filters were not run, so an unchanged file may count as changed',
}
