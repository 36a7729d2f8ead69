/**
 * Earlier fixes in the files of a change: evidence for its reviewer, without a claim. The history
 * is read once into an index in the state directory, and after that only what is new in it.
 */
import path from 'node:path'
import type { EarlierFixes } from '../../schema/run-record.js'
import { runGit, type GitOptions } from '../../util/git.js'
import { readOurBytes } from '../../util/read-bounded.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { addFixes, decodeFixIndex, encodeFixIndex, queryFixes, type FixIndex } from './fix-index.js'
import { FIX_LOG_ARGS, parseFixLog } from './fix-log.js'
import { isCommitId } from './plain-repository.js'

export const fixIndexFile = (stateDir: string): string => path.join(stateDir, 'fixes.index')

/** What the index says of these files; null without an index. */
export function findEarlierFixes(stateDir: string, files: readonly string[]): EarlierFixes | null {
  const index = readIndex(fixIndexFile(stateDir))
  if (index === null) return null
  const { newest, ...counts } = queryFixes(index, files)
  return { ...counts, newest: newest === null ? null : new Date(newest * 1000).toISOString() }
}

/** `none`: there is no history, or git did not give it in time. */
export type FixIndexUpdate = 'unchanged' | 'added' | 'rebuilt' | 'none'

/** Brings the index up to HEAD: by what is new, or anew when HEAD does not follow what is in it. */
export async function updateFixIndex(stateDir: string, git: GitOptions): Promise<FixIndexUpdate> {
  const file = fixIndexFile(stateDir)
  const known = readIndex(file)
  const head = await runGit(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], git)
  const tip = head.stdout.toString().trim()
  if (!head.ok || !isCommitId(tip)) return 'none'
  if (known?.head === tip) return 'unchanged'
  const base = known !== null && (await follows(known.head, tip, git)) ? known : null
  const range = base === null ? tip : `${base.head}..${tip}`
  const log = await runGit([...FIX_LOG_ARGS, range, '--'], {
    timeoutMs: MAX_LOG_MS,
    maxBytes: MAX_LOG_BYTES,
    ...git,
  })
  if (!log.ok) return 'none'
  const index = addFixes(base, parseFixLog(log.stdout), tip)
  await writeAtomic(file, encodeFixIndex(index), { mode: 0o600, synced: false })
  return base === null ? 'rebuilt' : 'added'
}

const MAX_INDEX_BYTES = 64 * 1024 * 1024
const MAX_LOG_MS = 120_000
const MAX_LOG_BYTES = 256 * 1024 * 1024

/** False after a rewritten history or another branch: what was counted may no longer be in it. */
async function follows(old: string, tip: string, git: GitOptions): Promise<boolean> {
  if (!isCommitId(old)) return false
  return (await runGit(['merge-base', '--is-ancestor', old, tip], git)).ok
}

function readIndex(file: string): FixIndex | null {
  const bytes = readOurBytes(file, MAX_INDEX_BYTES)
  try {
    return bytes === null ? null : decodeFixIndex(bytes)
  } catch {
    return null
  }
}
