import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { runGit } from '../util/git.js'
import type { GitOptions } from '../util/git.js'
import { filtersOf, readGitConfig } from '../util/git-config.js'

const MAX_FILES = 20_000
/** Larger files count by their size and time. */
const MAX_FILE_BYTES = 4 * 1024 * 1024
/** All that is read of a tree: what is left over counts by its size and time too. */
const MAX_READ_BYTES = 32 * 1024 * 1024
const MAX_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 10_000

interface FingerprintLimits {
  maxReadBytes?: number | undefined
  /** For each question to git. */
  timeoutMs?: number | undefined
}

/**
 * One hash for the content of a working tree, tracked and untracked: the same before and after a
 * commit, another one after any edit. null where git can't tell.
 */
export async function treeFingerprint(
  worktree: string,
  env: NodeJS.ProcessEnv,
  { maxReadBytes = MAX_READ_BYTES, timeoutMs = TIMEOUT_MS }: FingerprintLimits = {},
): Promise<string | null> {
  const options: GitOptions = { cwd: worktree, env, timeoutMs, maxBytes: MAX_BYTES }
  const [config, top] = await Promise.all([
    readGitConfig(options),
    runGit(['rev-parse', '--show-toplevel'], options),
  ])
  if (!config.ok || !top.ok) return null
  const root = top.stdout.toString().replace(/\n$/, '')
  const git = (args: readonly string[]) =>
    runGit(args, { ...options, cwd: root, disabledFilters: filtersOf(config.config) })
  const [index, status] = await Promise.all([git(['ls-files', '--stage', '-z']), git(STATUS)])
  if (!index.ok || !status.ok) return null
  const changed = changedFiles(status.stdout)
  if (changed.size > MAX_FILES) return null
  const content = new Map<string, string>()
  for (const entry of entriesOf(index.stdout)) {
    const [mode, id] = entry.split(' ', 2)
    content.set(entry.slice(entry.indexOf('\t') + 1), `${mode} ${id}`)
  }
  const budget = { bytes: maxReadBytes }
  for (const file of changed) content.set(file, contentOf(path.join(root, file), budget))
  const hash = createHash('sha256')
  for (const [file, id] of [...content].sort(byName)) {
    if (id !== GONE && !file.startsWith('.reflection/')) hash.update(`${file}\0${id}\0`)
  }
  return hash.digest('hex').slice(0, 32)
}

const GONE = 'gone'

const byName = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1)

const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
] as const

const entriesOf = (stdout: Buffer): string[] => stdout.toString('utf8').split('\0').slice(0, -1)

const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 }

/** Files whose content is not what the index says: changed, conflicted or untracked. */
function changedFiles(stdout: Buffer): Set<string> {
  const files = new Set<string>()
  for (const entry of entriesOf(stdout)) {
    const fields = FIELDS_BEFORE_PATH[entry.charAt(0)]
    if (fields === undefined) continue
    if (entry.charAt(0) === '1' && entry.charAt(3) === '.') continue
    files.add(entry.split(' ').slice(fields).join(' '))
  }
  return files
}

/** As git would name it, so that a commit changes nothing. */
function contentOf(file: string, budget: { bytes: number }): string {
  try {
    const stat = lstatSync(file)
    if (stat.isSymbolicLink()) return `120000 ${blob(Buffer.from(readlinkSync(file)))}`
    if (!stat.isFile()) return 'other'
    const mode = stat.mode & 0o100 ? '100755' : '100644'
    if (stat.size > Math.min(MAX_FILE_BYTES, budget.bytes))
      return `${mode} ${stat.size} ${stat.mtimeMs}`
    budget.bytes -= stat.size
    return `${mode} ${blob(readFileSync(file))}`
  } catch {
    return GONE
  }
}

const blob = (content: Buffer): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
