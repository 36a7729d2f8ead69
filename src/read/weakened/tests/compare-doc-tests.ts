/** Examples in documentation that are run as tests, and no longer are. */
import { oneLine } from '../../../util/one-line.js'
import { addedLines } from '../compare-sources.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'

export function compareDocTests(changes: readonly FileChange[]): Shape[] {
  return changes.flatMap((change) => {
    const { file, before, after } = change
    if (before === null || after === null || !/\.(?:rs|py)$/.test(file)) return []
    if (idle(after) <= idle(before)) return []
    const line = addedLines(change).find((one) => one.search(IDLE) !== -1) ?? ''
    const detail = oneLine(line.trim(), 120)
    return [shape({ kind: 'skipped', file, names: ['example'], detail, conditional: true })]
  })
}

const idle = (text: string): number => text.match(IDLE)?.length ?? 0

/** Rust's fences that are not compiled and run, and Python's directive. */
const IDLE = /^[ \t]*\/\/[/!][ \t]*```(?:ignore|no_run|text)\b|#\s*doctest:\s*\+SKIP/gm
