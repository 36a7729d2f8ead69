export interface NumberedChanges {
  /** Raw paths; a rename gives both. */
  files: string[]
  insertions: number
  deletions: number
}

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
  const changes: NumberedChanges = { files: [], insertions: 0, deletions: 0 }
  for (const part of parts) {
    const [, added, deleted, path] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(part) ?? []
    const named = path === '' ? [parts.next().value, parts.next().value] : [path]
    const files = named.filter((file) => file !== undefined).filter(isObserved)
    if (files.length === 0) continue
    changes.files.push(...files)
    changes.insertions += lineCount(added)
    changes.deletions += lineCount(deleted)
  }
  return changes
}

// A binary file has no lines: `-`.
function lineCount(field: string | undefined): number {
  return field === undefined || field === '-' ? 0 : Number(field)
}
