import { lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Degraded, degradedBy } from './degraded.js'
import type { OpenRepository } from './open-repository.js'
import { readablePath } from './readable-path.js'

export interface Status {
  branch: string | null
  /** Raw paths whose index or work tree differs from HEAD. */
  tracked: string[]
  untracked: string[]
  degraded: Degraded[]
}

const MAX_UNTRACKED = 10_000

/** What is staged, unstaged, unmerged and untracked. */
export async function readStatus(repository: OpenRepository): Promise<Status> {
  const answer = await repository.git([
    'status',
    '--porcelain=v2',
    '--branch',
    '-z',
    '--no-ahead-behind',
    '--no-renames',
    '--untracked-files=all',
    // Looking for dirt in a submodule would run git there, under its configuration.
    '--ignore-submodules=dirty',
  ])
  const entries = parseEntries(wholeEntries(answer.stdout))
  const degraded: Degraded[] = []
  if (!answer.ok) degraded.push(degradedBy(answer.failure))
  if (entries.untracked.length > MAX_UNTRACKED) degraded.push('files-capped')
  if (entries.unmerged) degraded.push('unmerged-files')
  if (entries.unstaged && usesFilters(repository)) degraded.push('filters-skipped')
  return {
    branch: entries.branch,
    tracked: entries.tracked,
    untracked: entries.untracked.slice(0, MAX_UNTRACKED),
    degraded,
  }
}

// An answer that was cut off may end within a name.
function wholeEntries(stdout: Buffer): string[] {
  const text = stdout.toString('latin1')
  return text
    .slice(0, text.lastIndexOf('\0') + 1)
    .split('\0')
    .slice(0, -1)
}

// Fields before the path, by the entry's first character.
const FIELDS_BEFORE_PATH: Record<string, number> = { '1': 8, u: 10, '?': 1 }

function parseEntries(entries: readonly string[]) {
  const found = {
    branch: null as string | null,
    tracked: [] as string[],
    untracked: [] as string[],
    unmerged: false,
    unstaged: false,
  }
  for (const entry of entries) {
    const kind = entry.charAt(0)
    if (entry.startsWith('# branch.head ')) found.branch = branchName(entry.slice(14))
    const skipped = FIELDS_BEFORE_PATH[kind]
    if (skipped === undefined) continue
    const file = afterFields(entry, skipped)
    if (kind === '?') found.untracked.push(file)
    else found.tracked.push(file)
    if (kind === 'u') found.unmerged = true
    if (kind === '1' && entry.charAt(3) !== '.') found.unstaged = true
  }
  return found
}

function afterFields(entry: string, count: number): string {
  let from = 0
  for (let field = 0; field < count; field += 1) from = entry.indexOf(' ', from) + 1
  return entry.slice(from)
}

function branchName(raw: string): string | null {
  return raw === '(detached)' ? null : readablePath(raw)
}

function usesFilters({ filters, root, gitDir }: OpenRepository): boolean {
  if (filters.length === 0) return false
  const files = [path.join(root, '.gitattributes'), path.join(gitDir, 'info', 'attributes')]
  return files.some((file) => /\bfilter=/.test(readAttributes(file)))
}

const MAX_ATTRIBUTES_BYTES = 1024 * 1024

function readAttributes(file: string): string {
  try {
    const stats = lstatSync(file)
    return stats.isFile() && stats.size <= MAX_ATTRIBUTES_BYTES ? readFileSync(file, 'latin1') : ''
  } catch {
    return ''
  }
}
