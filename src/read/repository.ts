/**
 * What git says about a work tree. A folder and the commit that the run began at come in; the facts
 * of `RepositoryFacts` go out, always: what could not be learnt is empty and `degraded` says why.
 * It writes nothing, and executes nothing that the repository's own configuration names.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { RepositoryFacts } from '../schema/evidence.js'
import { runGit } from '../util/git.js'
import type { Degraded } from './repository/degraded.js'
import { changesSince } from './repository/changes-since.js'
import {
  openRepository,
  type Opened,
  type OpenRepository,
  type OpenRepositoryInput,
} from './repository/open-repository.js'
import { isOwnInMerge } from './repository/own-commits.js'
import { readablePath } from './repository/readable-path.js'
import { readStatus, type Status } from './repository/read-status.js'
import { observeSubmodules } from './repository/submodules.js'

export interface RepositoryInput {
  /** A folder of the work tree, usually its root. */
  root: string
  /** The commit at session start; null when it was not recorded. */
  startPoint: string | null
  /** What was asked early of the same root. */
  opening?: RepositoryOpening | undefined
  signal?: AbortSignal | undefined
  /** @default process.env */
  env?: NodeJS.ProcessEnv
}

/** A repository that is being opened, and what it was asked already. */
export interface RepositoryOpening {
  root: string
  opened: Promise<Opened>
  /** Null where it can't be opened. */
  status: Promise<Status | null>
}

/** Everything that changed since the run began: committed, staged, unstaged and untracked. */
export async function observeRepository(input: RepositoryInput): Promise<RepositoryFacts> {
  const { opening } = input
  const opened = await (opening?.opened ?? openRepository(input))
  if (!opened.ok) return nothingKnown(input.root, opened.degraded)

  const { repository } = opened
  const status = opening?.status.then((early) => early ?? readStatus(repository))
  return observeOpened(repository, input.startPoint, status)
}

/** Asks git what needs no start point, so that it answers while its caller does something else. */
export function openEarly(input: OpenRepositoryInput): RepositoryOpening {
  const opened = openRepository(input)
  const status = opened.then((found) => (found.ok ? readStatus(found.repository) : null))
  // A caller that awaits it sees the failure; without one it must not count as unhandled.
  status.catch(() => undefined)
  return { root: input.root, opened, status }
}

async function observeOpened(
  opened: OpenRepository,
  startPoint: string | null,
  asked?: Promise<Status>,
): Promise<RepositoryFacts> {
  const isOwn = await isOwnInMerge(opened)
  const isObserved = (file: string): boolean => opened.isObserved(file) && isOwn(file)
  const repository = { ...opened, isObserved }
  const [status, since, submodules] = await Promise.all([
    asked ?? readStatus(repository),
    changesSince(repository, startPoint),
    observeSubmodules(repository, (submodule) => observeOpened(submodule, submodule.head)),
  ])
  // Before the first commit everything is new, and there is nothing that git could compare with.
  const isUnborn = repository.head === null
  const created = isUnborn ? [...status.tracked, ...status.untracked] : status.untracked
  const counted = await countNewLines(repository, created)

  const changed = [...since.files, ...status.tracked, ...status.untracked]
  const readable = changed.filter(repository.isObserved).map(readablePath)
  const degraded: Degraded[] = [status, since, submodules, counted].flatMap((part) => part.degraded)
  if (isRebasing(repository.gitDir)) degraded.push('rebase-in-progress')
  return {
    root: repository.root,
    name: path.basename(repository.root),
    branch: status.branch,
    head: repository.head,
    base: since.base,
    filesChanged: [...new Set([...readable, ...submodules.files])].sort(),
    insertions: since.insertions + submodules.insertions + counted.lines,
    sourceInsertions: since.sourceInsertions + submodules.sourceInsertions + counted.sourceLines,
    deletions: since.deletions + submodules.deletions,
    commitsSinceBase: since.commits,
    degraded: [...new Set(degraded)].sort(),
  }
}

async function countNewLines({ root, isObserved }: OpenRepository, created: readonly string[]) {
  const files = created.filter(isObserved)
  if (files.length === 0) return { lines: 0, sourceLines: 0, degraded: [] }
  const { countLines } = await import('./repository/count-lines.js')
  return countLines(root, files)
}

/** The commit that HEAD is at: what a run that begins now will be counted from. */
export async function findStartPoint(
  root: string,
  options: Pick<RepositoryInput, 'signal' | 'env'> = {},
): Promise<string | null> {
  const head = await runGit(['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd: root, ...options })
  return head.ok ? head.stdout.toString().trim() : null
}

/** Tracked files that hold what is not committed. None where git can't tell. */
export async function findUncommitted(
  root: string,
  options: Pick<RepositoryInput, 'signal' | 'env'> = {},
): Promise<string[]> {
  const opened = await openRepository({ root, ...options })
  if (!opened.ok) return []
  const { tracked } = await readStatus(opened.repository)
  return tracked.filter(opened.repository.isObserved).map(readablePath).slice(0, MAX_UNCOMMITTED)
}

const MAX_UNCOMMITTED = 100

function nothingKnown(root: string, degraded: Degraded): RepositoryFacts {
  return {
    root: null,
    name: path.basename(path.resolve(root)),
    branch: null,
    head: null,
    base: null,
    filesChanged: [],
    insertions: 0,
    sourceInsertions: 0,
    deletions: 0,
    commitsSinceBase: 0,
    degraded: [degraded],
  }
}

/** Whether a rebase has begun and not ended: HEAD is then a commit on the way. */
const isRebasing = (gitDir: string): boolean =>
  ['rebase-merge', 'rebase-apply'].some((name) => existsSync(path.join(gitDir, name)))
