import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { type GitOptions, type GitResult, runGit } from '../../util/git.js'
import { filtersOf, type GitConfig, hasRemote, readGitConfig } from '../../util/git-config.js'
import { type Degraded, degradedBy } from './degraded.js'
import {
  isCommitId,
  isPlainConfig,
  type PlainRepository,
  readPlainRepository,
} from './plain-repository.js'

/** A work tree that may be read, with a git that runs nothing of it. */
export interface OpenRepository {
  root: string
  gitDir: string
  /** False for our own outputs, which are no part of a change. */
  isObserved(file: string): boolean
  /** Null in a repository with no commit. */
  head: string | null
  /** The tip of the branch that HEAD's branch follows. */
  findUpstream(): Promise<string | null>
  /** Whether the configuration names any other repository. */
  hasRemote: boolean
  filters: readonly string[]
  git(args: readonly string[]): Promise<GitResult>
  /** Opens the repository whose root is this folder of the work tree. */
  openWithin(folder: string): Promise<Opened>
}

export type Opened = { ok: true; repository: OpenRepository } | { ok: false; degraded: Degraded }

export interface OpenRepositoryInput {
  root: string
  signal?: AbortSignal | undefined
  env?: NodeJS.ProcessEnv
}

export async function openRepository(input: OpenRepositoryInput): Promise<Opened> {
  const { root: cwd, ...rest } = input
  const options: GitOptions = { cwd, ...rest }
  const plain = readPlainRepository(cwd)
  const [listed, asked] = await Promise.all([
    readGitConfig(options),
    plain === null ? askWhere(options) : null,
  ])
  const isPlain = plain !== null && listed.ok && isPlainConfig(listed.config)
  const found = isPlain
    ? locatedAt(plain, listed.config, options)
    : (asked ?? (await askWhere(options)))
  if (!found.ok) return found
  if (!listed.ok) return { ok: false, degraded: degradedBy(listed.failure) }

  const { root } = found
  if (!holdsGitDir(root, found.gitDir)) return { ok: false, degraded: 'work-tree-elsewhere' }
  const { gitDir, prefix, head, findUpstream } = found
  const filters = filtersOf(listed.config)
  // At the root, and in the folder that we were given.
  const outputs = ['.reflection/', `${prefix}.reflection/`]
  return {
    ok: true,
    repository: {
      root,
      gitDir,
      head,
      findUpstream,
      hasRemote: hasRemote(listed.config),
      filters,
      isObserved: (file) => !outputs.some((output) => file.startsWith(output)),
      git: (args) => runGit(args, { ...options, cwd: root, disabledFilters: filters }),
      openWithin: (folder) => openRepository({ ...rest, root: path.join(root, folder) }),
    },
  }
}

type Located = Pick<OpenRepository, 'root' | 'gitDir' | 'head' | 'findUpstream'> & {
  ok: true
  /** The given folder relative to the root, with a trailing slash; empty at the root. */
  prefix: string
}

function locatedAt(plain: PlainRepository, config: GitConfig, options: GitOptions): Located {
  const { root, gitDir, head, branch } = plain
  const follows = branch !== null && config.has(`branch.${branch}.merge`)
  const findUpstream = async () => (follows ? askUpstream(options) : null)
  return { ok: true, root, gitDir, prefix: '', head, findUpstream }
}

async function askUpstream(options: GitOptions): Promise<string | null> {
  const answer = await runGit(['rev-parse', '--verify', '--quiet', '@{upstream}'], options)
  return commitId(answer.stdout.toString().trimEnd())
}

// The command stops at the first thing it can't answer, having printed all before it: a bare
// repository has no top level, an unborn HEAD no commit, a local branch no upstream.
async function askWhere(options: GitOptions): Promise<Located | Extract<Opened, { ok: false }>> {
  const asked = ['--is-bare-repository', '--absolute-git-dir', '--show-prefix', '--show-toplevel']
  const answer = await runGit(['rev-parse', ...asked, 'HEAD', '@{upstream}'], options)
  const [bare, gitDir, prefix, root, head, upstream] = answer.stdout.toString().split('\n')
  if (bare === 'true') return { ok: false, degraded: 'bare-repository' }
  if (!gitDir || prefix === undefined || !root) {
    return { ok: false, degraded: answer.ok ? 'git-failed' : degradedBy(answer.failure) }
  }
  const findUpstream = () => Promise.resolve(commitId(upstream))
  return { ok: true, root, gitDir, prefix, head: commitId(head), findUpstream }
}

const commitId = (line: string | undefined): string | null =>
  line !== undefined && isCommitId(line) ? line : null

// `core.worktree` can name any folder, the user's home included; only one whose own `.git` leads
// back to this repository is its work tree.
function holdsGitDir(root: string, gitDir: string): boolean {
  const entry = path.join(root, '.git')
  try {
    const real = realpathSync.native(gitDir)
    if (!lstatSync(entry).isFile()) return realpathSync.native(entry) === real
    const target = /^gitdir: (.*)$/m.exec(readFileSync(entry, 'utf8'))?.[1]
    if (target === undefined) return false
    return realpathSync.native(path.resolve(root, target)) === real
  } catch {
    return false
  }
}
