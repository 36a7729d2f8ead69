import { oneLine } from '../../../util/one-line.js'
import { shape, type Shape } from '../changes/file-change.js'
import type { Pair } from './pair-units.js'
import { namesOf } from './test-file.js'
import { without } from '../../../util/without.js'
import { loose } from '../code/words-in.js'

/** Rows of a table that are gone while their test stays. */
export function lostRows(pairs: readonly Pair[]): Shape[] {
  return pairs.flatMap(({ file, before, after }) => {
    if (
      before.rows.length < 2 ||
      after.rows.length >= before.rows.length ||
      after.rows.length === 0
    )
      return []
    const gone = without(before.rows, after.rows, loose)
    // With more or fewer values in each row they are rows of another table.
    if (gone.length === 0 || sizeOf(before.rows) !== sizeOf(after.rows)) return []
    const detail = `${before.rows.length - after.rows.length} of ${before.rows.length} cases: ${oneLine(gone[0]!, 120)}`
    // A table is rewritten more often than cut.
    return [shape({ kind: 'deleted', file, names: namesOf([after]), detail, conditional: true })]
  })
}

const sizeOf = (rows: readonly string[]): number =>
  Math.max(...rows.map((row) => row.split(',').length))
