import path from 'node:path'
import { readBounded } from '../../util/read-bounded.js'
import { type Degraded, degradedBy } from './degraded.js'
import { NUMSTAT_ARGS, type NumberedChanges, parseNumstat } from './numstat.js'
import type { OpenRepository } from './open-repository.js'
import { findOwnCommits } from './own-commits.js'
import { isCommitId } from './plain-repository.js'

export interface ChangesSince extends NumberedChanges {
  /** The commit that the changes are counted from; null in a repository with no commit. */
  base: string | null
  commits: number
  degraded: Degraded[]
}

/** Tracked changes between the run's base and the work tree, and the commits in between. */
export async function changesSince(
  repository: OpenRepository,
  startPoint: string | null,
): Promise<ChangesSince> {
  if (repository.head === null) return { ...NO_CHANGES, base: null, commits: 0, degraded: [] }
  if (startPoint === null) return changesSinceBranch(repository, repository.head)

  // It is passed to git, where anything else could be an option.
  const changes = isCommitId(startPoint.toLowerCase())
    ? await changesSinceCommit(repository, repository.head, startPoint)
    : null
  if (changes !== null) return changes
  const fallback = await changesSinceBranch(repository, repository.head)
  return { ...fallback, degraded: ['start-point-vanished', ...fallback.degraded] }
}

const NO_CHANGES: NumberedChanges = {
  files: [],
  insertions: 0,
  sourceInsertions: 0,
  deletions: 0,
}

// Without a start point: from where the branch left its upstream or the default branch.
async function changesSinceBranch(repository: OpenRepository, head: string): Promise<ChangesSince> {
  const upstream = await repository.findUpstream()
  const tip =
    upstream ?? (isDefaultBranch(repository) ? head : await defaultBranchTip(repository)) ?? head
  const changes = await changesSinceCommit(repository, head, tip)
  if (changes !== null && !changes.degraded.includes('no-common-ancestor')) {
    return {
      ...changes,
      degraded: changes.degraded.filter((reason) => reason !== 'start-point-left'),
    }
  }
  const uncommitted = await changesSinceCommit(repository, head, head)
  return {
    ...(uncommitted ?? { ...NO_CHANGES, base: head, commits: 0 }),
    degraded: ['no-common-ancestor'],
  }
}

/** The first that git would name: there is no remote to have one, and HEAD is at `main`. */
function isDefaultBranch({ hasRemote, gitDir }: OpenRepository): boolean {
  if (hasRemote) return false
  const head = readBounded(path.join(gitDir, 'HEAD'), { followLink: true, maxBytes: 4096 })
  return head.state === 'bytes' && head.bytes.toString('utf8').trimEnd() === 'ref: refs/heads/main'
}

const DEFAULT_BRANCHES = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
]

/** The newest known commit of the branch that others start from; null where none has its usual name. */
export async function defaultBranchTip(
  repository: Pick<OpenRepository, 'git'>,
): Promise<string | null> {
  const format = '--format=%(refname) %(objectname)'
  const answer = await repository.git(['for-each-ref', format, ...DEFAULT_BRANCHES])
  const tips = new Map(
    answer.stdout
      .toString()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  )
  return DEFAULT_BRANCHES.map((ref) => tips.get(ref)).find((tip) => tip !== undefined) ?? null
}

// Null when there is no such commit.
async function changesSinceCommit(
  repository: OpenRepository,
  head: string,
  commit: string,
): Promise<ChangesSince | null> {
  if (commit === head) return { ...(await diffFrom(repository, head)), base: head, commits: 0 }

  const [counts, changes, own] = await Promise.all([
    repository.git(['rev-list', '--left-right', '--count', `${commit}...${head}`]),
    diffFrom(repository, commit),
    findOwnCommits(repository, commit, head),
  ])
  if (!counts.ok) return null
  const [left = 0, commits = 0] = counts.stdout.toString().trim().split('\t').map(Number)
  if (left === 0 && own === null) return { ...changes, base: commit, commits }

  const merged = await repository.git(['merge-base', commit, head])
  if (!merged.ok) {
    return {
      ...changes,
      base: commit,
      commits,
      degraded: [...changes.degraded, 'no-common-ancestor'],
    }
  }
  const parted = merged.stdout.toString().trim()
  if (own !== null) {
    const base = own.base ?? parted
    const open = new Set((await diffFrom(repository, head)).files)
    const isOwn = (file: string): boolean => own.files.has(file) || open.has(file)
    const isObserved = (file: string): boolean => repository.isObserved(file) && isOwn(file)
    return {
      ...(await diffFrom({ ...repository, isObserved }, base)),
      base,
      commits: own.hashes.length,
    }
  }
  const since = await diffFrom(repository, parted)
  return { ...since, base: parted, commits, degraded: [...since.degraded, 'start-point-left'] }
}

async function diffFrom(
  repository: OpenRepository,
  commit: string,
): Promise<NumberedChanges & { degraded: Degraded[] }> {
  const answer = await repository.git([
    'diff-index',
    ...NUMSTAT_ARGS,
    '--ignore-submodules=dirty',
    commit,
    '--',
  ])
  return {
    ...parseNumstat(answer.stdout, repository.isObserved),
    degraded: answer.ok ? [] : [degradedBy(answer.failure)],
  }
}
