import { isSourcePath } from '../../risk/change-rank.js'

export interface NumberedChanges {
  /** Raw paths; a rename gives both. */
  files: string[]
  insertions: number
  /** Those of `insertions` that are in neither tests nor docs. */
  sourceInsertions: number
  deletions: number
}

/** How a diff has to be asked for, so that `parseNumstat` can read it. */
export const NUMSTAT_ARGS = [
  '--numstat',
  '-z',
  '--find-renames',
  '-l1000',
  '--no-ext-diff',
  '--no-textconv',
] as const

/**
 * Reads `--numstat -z`: `added TAB deleted TAB path NUL`, or for a rename an empty path and then the
 * two paths. A change none of whose paths is observed does not count.
 */
export function parseNumstat(
  stdout: Buffer,
  isObserved: (file: string) => boolean,
): NumberedChanges {
  const text = stdout.toString('latin1')
  const parts = text
    .slice(0, text.lastIndexOf('\0') + 1)
    .split('\0')
    .values()
  const changes: NumberedChanges = { files: [], insertions: 0, sourceInsertions: 0, deletions: 0 }
  for (const part of parts) {
    const [, added, deleted, path] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(part) ?? []
    const named = path === '' ? [parts.next().value, parts.next().value] : [path]
    const files = named.filter((file) => file !== undefined).filter(isObserved)
    if (files.length === 0) continue
    changes.files.push(...files)
    changes.insertions += lineCount(added)
    if (files.some(isSourcePath)) changes.sourceInsertions += lineCount(added)
    changes.deletions += lineCount(deleted)
  }
  return changes
}

// A binary file has no lines: `-`.
function lineCount(field: string | undefined): number {
  return field === undefined || field === '-' ? 0 : Number(field)
}
