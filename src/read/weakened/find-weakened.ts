/**
 * Which checks a change made weaker. Files before and after come in, shapes go out; nothing is known
 * here of why. The first row of the table no longer checks, the second may check less.
 */
import { calmSpaces } from './changes/calm-spaces.js'
import { compareCommands } from './commands/compare-commands.js'
import { compareConfig } from './settings/compare-config.js'
import { compareDocTests } from './tests/compare-doc-tests.js'
import { compareFileConditions } from './tests/compare-file-conditions.js'
import { compareOtherTests } from './tests/compare-other-tests.js'
import { compareSources } from './compare-sources.js'
import { compareTests } from './tests/compare-tests.js'
import type { FileChange, Shape } from './changes/file-change.js'
import { needsRed, rankOf } from './first-row.js'
import { findStandIns } from './tests/find-stand-ins.js'

const FILE_BY_FILE = [
  compareConfig,
  findStandIns,
  compareSources,
  compareFileConditions,
  compareDocTests,
  compareOtherTests,
]

/** Larger files are data, and say nothing of a check by hand. */
const MAX_CHARS = 400_000
const MAX_FILES = 300
const MAX_SHAPES = 60

/**
 * `isWhole`: nothing of the change was left out. Else a test that is not found may have been moved. A file
 * that is the same before and after is no change: a test that stands there as well is not gone.
 */
export function findWeakened(changes: readonly FileChange[], isWhole = true): Shape[] {
  const read = changes
    .filter(
      ({ before, after }) => before !== after && sizeOf(before) + sizeOf(after) <= 2 * MAX_CHARS,
    )
    .slice(0, MAX_FILES)
    .map(calmSpaces)
  const same = changes.filter((change) => !isChanged(change))
  const shapes = [
    ...compareTests(read, same),
    ...compareCommands(read, same),
    ...FILE_BY_FILE.flatMap((compare) => compare(read)),
  ]
  const sure = isWhole && read.length === changes.filter(isChanged).length
  return shapes
    .filter(({ kind }) => sure || kind !== 'deleted')
    .map((one) => (needsRed(one.kind) ? { ...one, conditional: true } : one))
    .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind))
    .slice(0, MAX_SHAPES)
}

const isChanged = ({ before, after }: FileChange): boolean => before !== after

const sizeOf = (text: string | null): number => text?.length ?? 0
