/**
 * Whether what a session committed was taken back or fixed later. The range of its commits comes in;
 * the commit that reverts one of them, or that calls itself a fix and changes lines of theirs, goes
 * out, or that no branch has any of it. Bounded: few commits, few lines, little time.
 */
import { runGit } from '../../util/git.js'
import { commitKind } from './commit-kind.js'
import type { HistoryCommit } from './history-commit.js'
import { GIT_LOG_ARGS, parseGitLog } from './read-git-log.js'

export interface SessionCommits {
  /** The session's commits are those behind `base`, up to `head`. */
  base: string
  head: string
  /** ISO instants between which a later commit counts. */
  since: string
  until: string
}

export type LaterFix = { kind: 'revert' | 'fix'; commit: string } | { kind: 'gone' }

const MAX_COMMITS = 200
const MAX_FIXES = 10
const MAX_BLAMES = 20
const MAX_FILES = 200
const BOUNDS = { timeoutMs: 1500, maxBytes: 2 * 1024 * 1024 }
const HASH = /^[0-9a-f]{7,64}$/

export async function findLaterFix(
  root: string,
  session: SessionCommits,
): Promise<LaterFix | null> {
  const { base, head, since, until } = session
  if (!HASH.test(base) || !HASH.test(head) || base === head) return null
  const git: Git = (args) => runGit(args, { cwd: root, ...BOUNDS })
  const listed = await git(['rev-list', `--max-count=${MAX_COMMITS}`, `${base}..${head}`, '--'])
  const own = new Set(listed.ok ? linesOf(listed.stdout) : [])
  if (own.size === 0) return null
  if (await isGone(git, session)) return { kind: 'gone' }
  const log = await git([
    ...GIT_LOG_ARGS,
    '--no-merges',
    `--max-count=${MAX_COMMITS}`,
    `--since=${seconds(since)}`,
    `--until=${seconds(until)}`,
    `${head}..HEAD`,
    '--',
  ])
  const later: HistoryCommit[] = []
  if (log.ok) parseGitLog(log.stdout, (commit) => later.push(commit))
  let blames = 0
  const oldestFirst = later.toReversed().slice(0, MAX_COMMITS)
  for (const commit of oldestFirst) {
    if (isRevertOf(commit, own)) return { commit: commit.hash, kind: 'revert' }
  }
  for (const commit of oldestFirst.filter(isFix).slice(0, MAX_FIXES)) {
    const shown = await git([
      'show',
      '--format=',
      '--unified=0',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--no-renames',
      '--src-prefix=a/',
      '--dst-prefix=b/',
      commit.hash,
      '--',
    ])
    if (!shown.ok) continue
    for (const { file, line, count } of removedLines(shown.stdout.toString('utf8'))) {
      if ((blames += 1) > MAX_BLAMES) return null
      const range = `${line},+${count}`
      const blamed = await git(['blame', '-l', '-s', '-L', range, `${commit.hash}^`, '--', file])
      const isOwn = blamed.ok && linesOf(blamed.stdout).some((one) => own.has(one.split(' ')[0]!))
      if (isOwn) return { commit: commit.hash, kind: 'fix' }
    }
  }
  return null
}

type Git = (args: readonly string[]) => ReturnType<typeof runGit>

/** Nothing that git names touches one of its files since: neither its commits, nor what they became elsewhere. */
async function isGone(git: Git, { base, head }: SessionCommits): Promise<boolean> {
  const tree = await git(['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, head, '--'])
  const files = tree.ok ? tree.stdout.toString('utf8').split('\0').filter(Boolean) : []
  if (files.length === 0 || files.length > MAX_FILES) return false
  const kept = await git(['rev-list', '--all', '--max-count=1', `^${base}`, '--', ...files])
  return kept.ok && kept.stdout.length === 0
}

/** As git takes it for sure. */
const seconds = (instant: string): string => `@${Math.floor(Date.parse(instant) / 1000)}`

const linesOf = (output: Buffer): string[] =>
  output
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')

/** In any style of subject: that it changes the session's lines is seen apart from what it says. */
const isFix = ({ subject }: HistoryCommit): boolean =>
  commitKind(subject).kind === 'fix' || /^fix(?:e[sd])?\b/i.test(subject.trim())

const isRevertOf = ({ revertsHash }: HistoryCommit, own: ReadonlySet<string>): boolean =>
  revertsHash !== null && [...own].some((hash) => hash.startsWith(revertsHash))

interface Removed {
  file: string
  line: number
  count: number
}

/** The lines that a diff without context takes away, file by file. */
function removedLines(diff: string): Removed[] {
  const removed: Removed[] = []
  let file: string | null = null
  for (const line of diff.split('\n')) {
    if (line.startsWith('--- ')) file = line.startsWith('--- a/') ? line.slice(6) : null
    const [, start, count = '1'] = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+/.exec(line) ?? []
    if (file === null || start === undefined || Number(count) === 0) continue
    removed.push({ file, line: Number(start), count: Number(count) })
  }
  return removed
}
