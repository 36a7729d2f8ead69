/**
 * The lines that a change added or edited: git's hunks without context come in, for each file the hunks
 * with the text of their new lines go out. What was cut off is left out.
 */
import { patchedPath } from '../read/weakened/changes/patched-path.js'

export interface Hunk {
  /** The first line that is gone, or the one behind which lines were added. */
  beforeStart: number
  beforeCount: number
  /** The first new line, or the one behind which lines are gone. */
  afterStart: number
  added: string[]
}

export type ChangedLines = ReadonlyMap<string, readonly Hunk[]>

export function readChangedLines(patch: string): Map<string, Hunk[]> {
  const files = new Map<string, Hunk[]>()
  let hunks: Hunk[] = []
  let left = { before: 0, after: 0 }
  for (const line of patch.split('\n')) {
    const hunk = hunks.at(-1)
    if (hunk !== undefined && left.after > 0 && line.startsWith('+')) {
      hunk.added.push(line.slice(1))
      left.after -= 1
    } else if (left.before > 0 && line.startsWith('-')) {
      left.before -= 1
    } else if (line.startsWith('diff --git ')) {
      hunks = []
    } else if (/^(?:---|\+\+\+) /.test(line)) {
      const file = patchedPath(line.slice(4))
      if (file !== null) files.set(file, hunks)
    } else if (line.startsWith('@@ ')) {
      const header = HEADER.exec(line)
      if (header === null) continue
      const [beforeStart, before, afterStart, after] = header
        .slice(1)
        .map((part) => (part === undefined ? 1 : Number(part))) as [number, number, number, number]
      hunks.push({ beforeStart, beforeCount: before, afterStart, added: [] })
      left = { before, after }
    }
  }
  return files
}

const HEADER = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/
