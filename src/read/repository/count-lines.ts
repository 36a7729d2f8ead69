import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import path from 'node:path'
import { isSourcePath } from '../../risk/change-rank.js'
import type { Degraded } from './degraded.js'
import { pathBytes } from './readable-path.js'

const MAX_FILES = 2000
const MAX_TOTAL_BYTES = 32 * 1024 * 1024
const CONCURRENT = 16

/** The lines of new files, counted as git would: it has no diff for what it does not track. */
export async function countLines(
  root: string,
  files: readonly string[],
): Promise<{ lines: number; sourceLines: number; degraded: Degraded[] }> {
  const budget = { bytes: MAX_TOTAL_BYTES }
  const counted = files.slice(0, MAX_FILES)
  let lines = 0
  let sourceLines = 0
  let whole = counted.length === files.length
  for (let from = 0; from < counted.length; from += CONCURRENT) {
    const batch = counted.slice(from, from + CONCURRENT)
    const counts = await Promise.all(batch.map((file) => linesOf(fullPath(root, file), budget)))
    for (const [at, count] of counts.entries()) {
      if (count === null) whole = false
      lines += count ?? 0
      if (isSourcePath(batch[at] ?? '')) sourceLines += count ?? 0
    }
  }
  return { lines, sourceLines, degraded: whole ? [] : ['lines-not-counted'] }
}

function fullPath(root: string, file: string): Buffer {
  return Buffer.concat([Buffer.from(root + path.sep), pathBytes(file)])
}

// Null when the file could not be read or is over the budget. A link is one line: its target.
async function linesOf(file: Buffer, budget: { bytes: number }): Promise<number | null> {
  const stats = await lstat(file).catch(() => null)
  if (stats === null) return 0
  if (stats.isSymbolicLink()) return 1
  if (!stats.isFile()) return 0
  budget.bytes -= stats.size
  return budget.bytes < 0 ? null : readLines(file, stats)
}

async function readLines(file: Buffer, { size }: Stats): Promise<number | null> {
  try {
    // What was a file a moment ago may be a link or a pipe now.
    const handle = await open(
      file,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(size), 0, size, 0)
      return linesIn(buffer.subarray(0, bytesRead))
    } finally {
      await handle.close()
    }
  } catch {
    return null
  }
}

const BINARY_PROBE_BYTES = 8000

function linesIn(content: Buffer): number {
  if (content.length === 0 || content.subarray(0, BINARY_PROBE_BYTES).includes(0)) return 0
  let lines = content.at(-1) === NEWLINE ? 0 : 1
  for (let at = content.indexOf(NEWLINE); at !== -1; at = content.indexOf(NEWLINE, at + 1))
    lines += 1
  return lines
}

const NEWLINE = 10
