export interface NumberedChanges {
  /** Raw paths; a rename gives both. */
  files: string[]
  insertions: number
  deletions: number
}

/** Reads `--numstat -z`: `added TAB deleted TAB path NUL`, or for a rename an empty path and two more. */
export function parseNumstat(stdout: Buffer): NumberedChanges {
  const text = stdout.toString('latin1')
  const parts = text
    .slice(0, text.lastIndexOf('\0') + 1)
    .split('\0')
    .slice(0, -1)
  const changes: NumberedChanges = { files: [], insertions: 0, deletions: 0 }
  for (let index = 0; index < parts.length; index += 1) {
    const match = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(parts[index] ?? '')
    if (match === null) continue
    changes.insertions += lineCount(match[1])
    changes.deletions += lineCount(match[2])
    if (match[3]) changes.files.push(match[3])
    else {
      changes.files.push(...parts.slice(index + 1, index + 3))
      index += 2
    }
  }
  return changes
}

// A binary file has no lines: `-`.
function lineCount(field: string | undefined): number {
  return field === undefined || field === '-' ? 0 : Number(field)
}
