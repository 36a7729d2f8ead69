/**
 * Which commits since the start point were made here, where a pull, a merge or a rebase brought others. Those are on a
 * remote's branch, and HEAD's own log did not make them; what was only replayed was made before the start point.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { NUMSTAT_ARGS, parseNumstat } from './numstat.js'
import type { OpenRepository } from './open-repository.js'

export interface OwnCommits {
  hashes: readonly string[]
  /** Raw paths. */
  files: ReadonlySet<string>
  /** The last commit that came from elsewhere; null where commits of here lie before it. */
  base: string | null
}

/** Null where nothing came from elsewhere, and where that can't be known. */
export async function findOwnCommits(
  { git, hasRemote, isObserved }: OpenRepository,
  start: string,
  head: string,
): Promise<OwnCommits | null> {
  if (!hasRemote) return null
  const made = await madeSince(git, start)
  if (made === null) return null
  const list = async (...args: string[]): Promise<string[]> =>
    linesOf(await git(['rev-list', '--no-merges', '--topo-order', ...args]))
  const range = ['--right-only', `${start}...${head}`]
  const [all, fresh, local] = await Promise.all([
    list(...range),
    list('--cherry-pick', ...range),
    list(...range, '--not', '--remotes'),
  ])
  const isLocal = new Set(local)
  const hashes = fresh.filter((hash) => isLocal.has(hash) || made.has(hash))
  const own = new Set(hashes)
  const base = all.find((hash) => !own.has(hash))
  if (base === undefined) return null
  const behind = new Set(await list(`${base}..${head}`))
  const isFirst = hashes.every((hash) => behind.has(hash))
  if (hashes.length === 0) return { hashes, files: new Set(), base }
  const names = await git([
    'log',
    '--no-walk',
    '--no-show-signature',
    '--format=',
    ...NUMSTAT_ARGS,
    ...hashes,
    '--',
  ])
  return {
    hashes,
    files: new Set(parseNumstat(names.stdout, isObserved).files),
    base: isFirst ? base : null,
  }
}

/** Commits that HEAD's log made since the start point; null where nothing else moved it, or it does not reach back. */
async function madeSince(git: OpenRepository['git'], start: string): Promise<Set<string> | null> {
  const format = ['--format=%H %gs', '--no-show-signature', `--max-count=${MAX_MOVES}`]
  const moves = linesOf(await git(['log', '-g', ...format, 'HEAD', '--'])).map((line) => {
    const [hash = ''] = line.split(' ', 1)
    return { hash, isMade: MADE.test(line.slice(hash.length + 1)) }
  })
  const began = moves.findIndex(({ hash }) => hash === start)
  const since = moves.slice(0, Math.max(0, began))
  return since.every(({ isMade }) => isMade)
    ? null
    : new Set(since.flatMap(({ hash, isMade }) => (isMade ? [hash] : [])))
}

const MAX_MOVES = 1_000
/** `commit (amend): …`, `cherry-pick: …`, `rebase (pick): …`, `pull --rebase (continue): …`. */
const MADE =
  /^(?:commit|cherry-pick|revert|am)\b|^[^:]{0,200}\((?:pick|reword|edit|squash|fixup|continue)\):/

/** In the middle of a merge a changed file that is as the other side has it came with it. */
export async function isOwnInMerge({
  git,
  gitDir,
}: OpenRepository): Promise<(file: string) => boolean> {
  if (!existsSync(path.join(gitDir, 'MERGE_HEAD'))) return () => true
  const changedSince = async (commit: string): Promise<string[]> => {
    const { stdout } = await git(['diff-index', ...NUMSTAT_ARGS, '--no-renames', commit, '--'])
    return parseNumstat(stdout, () => true).files
  }
  const [here, there] = await Promise.all(['HEAD', 'MERGE_HEAD'].map(changedSince))
  const own = new Set(there)
  const came = new Set(here!.filter((file) => !own.has(file)))
  return (file) => !came.has(file)
}

const linesOf = ({ stdout }: { stdout: Buffer }): string[] =>
  stdout
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
