/**
 * The change that is reviewed, read by a git that runs nothing of it. Names of commits come in; the
 * files before and after, the lines that are new and the words of the commits go out. What this clone
 * does not have is an error that says how to get it.
 */
import {
  changesBetween,
  findMergeBase,
  isShallow,
  resolveCommit,
} from '../read/repository/changes-between.js'
import { defaultBranchTip } from '../read/repository/changes-since.js'
import { describeDegraded } from '../read/repository/degraded.js'
import { openRepository } from '../read/repository/open-repository.js'
import type { OpenRepository } from '../read/repository/open-repository.js'
import { observeRepository } from '../read/repository.js'
import type { FileChange, Shape } from '../read/weakened/changes/file-change.js'
import { fileRole, isCheckFile } from '../read/weakened/changes/file-role.js'
import { copyGroundsOf } from '../read/weakened/changes/copy-grounds.js'
import { findWeakenedIn } from '../read/weakened/find-weakened-in.js'
import { patchOf, readChanges } from '../read/weakened/changes/read-changes.js'
import type { ChangeRange } from '../read/weakened/changes/read-changes.js'
import { ReflectError } from '../schema/error.js'
import { runGit } from '../util/git.js'
import { readChangedLines } from './changed-lines.js'
import type { ChangedLines } from './changed-lines.js'

export interface ReviewedRange extends ChangeRange {
  repository: OpenRepository
}

export interface RangeInput {
  root: string
  env: NodeJS.ProcessEnv
  base: string | undefined
  head: string | undefined
  /** What is not committed counts too. */
  uncommitted: boolean
}

/** A person waits, or a job: longer than a hook's. */
const TIMEOUT_MS = 60_000

/** From where the change left its base, up to its last commit or to the work tree. */
export async function findRange(input: RangeInput): Promise<ReviewedRange> {
  const { root, env } = input
  const opened = await openRepository({ root, env })
  if (!opened.ok) {
    const { text, remedy } = describeDegraded(opened.degraded)
    throw new ReflectError('git-failed', `The change in ${root} can't be seen: ${text}`, {
      remedy: remedy ?? 'Go to a clone that has a work tree.',
    })
  }
  const { filters, root: top } = opened.repository
  const options = { cwd: top, env, disabledFilters: filters, timeoutMs: TIMEOUT_MS }
  const repository = {
    ...opened.repository,
    git: (args: readonly string[]) => runGit(args, options),
  }
  const head = await resolveCommit(repository, input.head ?? 'HEAD')
  const tip = await findTip(repository, input.base)
  const base = await findMergeBase(repository, tip, head)
  if (base === null) throw await noMergeBase(repository, input.base)
  return { repository, base, head: input.uncommitted ? null : head }
}

async function findTip(repository: OpenRepository, base: string | undefined): Promise<string> {
  if (base !== undefined) return resolveCommit(repository, base)
  const tip = await defaultBranchTip(repository)
  if (tip !== null) return tip
  throw new ReflectError('usage', 'No default branch is known here: there is no main or master', {
    remedy: 'Name the branch that the change is for: --base REF.',
  })
}

async function noMergeBase(
  repository: OpenRepository,
  base: string | undefined,
): Promise<ReflectError> {
  const against = base === undefined ? 'the default branch' : `"${base}"`
  if (await isShallow(repository)) {
    return new ReflectError(
      'git-failed',
      `This clone is shallow: where the change left ${against} is not in it`,
      {
        remedy:
          'Fetch the history: `git fetch --unshallow`, or `fetch-depth: 0` of actions/checkout.',
      },
    )
  }
  return new ReflectError('git-failed', `The change and ${against} have no commit in common`, {
    remedy: 'Name the branch that the change is for: --base REF.',
  })
}

/** A change with all that is read of it. */
export interface Reviewed {
  filesChanged: string[]
  insertions: number
  sourceInsertions: number
  deletions: number
  changes: FileChange[]
  weakened: Shape[]
  lines: ChangedLines
  /** What the commits say. */
  told: string[]
  /** In words. */
  incomplete: string[]
}

const MAX_CHECKED = 1000
const MAX_SHOWN = 200

export async function readReviewed(
  { repository, ...range }: ReviewedRange,
  env: NodeJS.ProcessEnv,
): Promise<Reviewed> {
  const facts = await readFacts(repository, range, env)
  const checked = facts.filesChanged
    .filter((file) => fileRole(file) !== null)
    .toSorted((a, b) => Number(isCheckFile(b)) - Number(isCheckFile(a)))
  const read = await readInParts(repository, range, checked.slice(0, MAX_CHECKED), { calls: 0 })
  const isWhole = read.isWhole && checked.length <= MAX_CHECKED
  const { changes } = read
  return {
    ...facts,
    changes,
    weakened: await findWeakenedIn({ changes, isWhole }, copyGroundsOf(repository, range.head)),
    lines: await readLines(repository, range, facts.filesChanged, changes),
    told: await readMessages(repository, range),
    incomplete: [
      ...facts.degraded.map((reason) => describeDegraded(reason).text),
      ...(isWhole ? [] : ['too large to be read whole, so deleted tests are not looked for']),
    ],
  }
}

async function readFacts(repository: OpenRepository, range: ChangeRange, env: NodeJS.ProcessEnv) {
  if (range.head !== null) {
    const { files, ...numbers } = await changesBetween(repository, range.base, range.head)
    return { ...numbers, filesChanged: files }
  }
  const { filesChanged, insertions, sourceInsertions, deletions, degraded } =
    await observeRepository({ root: repository.root, startPoint: range.base, env })
  return {
    filesChanged,
    insertions,
    sourceInsertions: sourceInsertions ?? insertions,
    deletions,
    degraded: degraded.filter((reason) => reason !== 'start-point-left'),
  }
}

const PART = 100
const MAX_CALLS = 64

/** Halves what git has too much to say of, so that one huge file hides no other. */
async function readInParts(
  repository: OpenRepository,
  range: ChangeRange,
  files: readonly string[],
  spent: { calls: number },
): Promise<{ changes: FileChange[]; isWhole: boolean }> {
  if (files.length === 0) return { changes: [], isWhole: true }
  if (spent.calls >= MAX_CALLS) return { changes: [], isWhole: false }
  if (files.length <= PART) {
    spent.calls += 1
    const read = await readChanges(repository, range, files)
    if (read.isWhole || files.length === 1) return read
  }
  const half = Math.ceil(files.length / 2)
  const first = await readInParts(repository, range, files.slice(0, half), spent)
  const second = await readInParts(repository, range, files.slice(half), spent)
  return {
    changes: [...first.changes, ...second.changes],
    isWhole: first.isWhole && second.isWhole,
  }
}

async function readLines(
  { git }: OpenRepository,
  { base, head }: ChangeRange,
  filesChanged: readonly string[],
  changes: readonly FileChange[],
): Promise<ChangedLines> {
  const files = filesChanged
    .toSorted((a, b) => Number(isCheckFile(b)) - Number(isCheckFile(a)))
    .slice(0, MAX_SHOWN)
  if (files.length === 0) return new Map()
  const answer = await git(patchOf({ base, head }, files, 0))
  const lines = readChangedLines(answer.stdout.toString('utf8'))
  for (const { file, before, after } of changes) {
    if (before !== null || after === null || lines.has(file)) continue
    // Git does not know it yet.
    lines.set(file, [
      { beforeStart: 0, beforeCount: 0, afterStart: 1, added: after.split('\n').slice(0, 2000) },
    ])
  }
  return lines
}

const MAX_COMMITS = 100

async function readMessages(
  { git }: OpenRepository,
  { base, head }: ChangeRange,
): Promise<string[]> {
  const limit = `--max-count=${MAX_COMMITS}`
  const range = `${base}..${head ?? 'HEAD'}`
  const answer = await git(['log', '-z', '--format=%B', '--no-show-signature', limit, range, '--'])
  return answer.ok ? answer.stdout.toString('utf8').split('\0').filter(Boolean) : []
}
