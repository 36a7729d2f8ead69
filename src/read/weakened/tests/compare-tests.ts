/**
 * Tests before and after, file by file and over all files. A test that is found again, under its
 * name, in its words or folded into another, was moved; one that is found nowhere is gone.
 */
import { type IsRow, rowFinder } from './as-row.js'
import { compareFiles } from './compare-pairs.js'
import type { FileChange, Shape } from '../changes/file-change.js'
import { findAbstract } from './find-abstract.js'
import { findLost } from './find-lost.js'
import { literalsIn } from '../code/literals-in.js'
import { lostRows } from './lost-rows.js'
import { type Pair, pairUnits } from './pair-units.js'
import { bare, isLive, type TestFile, toTestFile } from './test-file.js'

/** `same`: files that were not changed, where a test may stand as well. */
export function compareTests(
  changes: readonly FileChange[],
  same: readonly FileChange[] = [],
): Shape[] {
  const files = changes.flatMap(toTestFile)
  if (files.length === 0) return []
  const isRow = rowFinder(files, changes)
  const pairs = withoutRows(pairUnits(files), files, isRow)
  const copies = [...files, ...same.flatMap(toTestFile)].flatMap(({ file, after }) =>
    after.units.filter(isLive).map((unit) => ({ file, unit })),
  )
  const lost = findLost(files, pairs, { changes, copies, isRow })
  const kept = files
    .flatMap((file) => compareFiles(file, pairs))
    .filter((one) => !isTakenOver(one, changes))
  return [...kept, ...lost, ...lostRows(pairs), ...findAbstract(files, changes)]
}

/** A class that no runner takes by itself, and another file has as a base. */
function isTakenOver({ kind, file, detail }: Shape, changes: readonly FileChange[]): boolean {
  const name = kind === 'skipped' ? NO_BASE.exec(detail)?.[1] : undefined
  return (
    name !== undefined &&
    changes.some((one) => one.file !== file && one.after?.includes(`${name})`))
  )
}

const NO_BASE = /^no runner takes a class (\w+)$/

/** A test that became a row is not what is now most like it; nor is one that is missing in the same table. */
function withoutRows(pairs: readonly Pair[], files: readonly TestFile[], isRow: IsRow): Pair[] {
  const renamed = new Set(
    pairs.filter(
      ({ before, after }) => before.body !== after.body && bare(before.name) !== bare(after.name),
    ),
  )
  if (renamed.size === 0) return [...pairs]
  const kept = new Set(pairs.filter((pair) => !renamed.has(pair)).map(({ before }) => before))
  const rows = new Map(
    files.map(({ file, before }) => [
      file,
      new Set(before.units.filter((unit) => isLive(unit) && !kept.has(unit) && isRow(file, unit))),
    ]),
  )
  const isCut = ({ file, before, after }: Pair): boolean => {
    const own = rows.get(file)!
    const isTable = own.size > 0 && literalsIn(after.body).length === 0
    return own.has(before) || (isTable && literalsIn(before.body).length > 0)
  }
  return pairs.filter((pair) => !renamed.has(pair) || !isCut(pair))
}
