import type { IsRow } from './as-row.js'
import { fileRole } from '../changes/file-role.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import type { Language } from '../code/language.js'
import {
  findGrown,
  isCopy,
  isFolded,
  isInnerOf,
  isMerged,
  isOrphaned,
  isWrapper,
  plainName,
  removedNames,
} from './lives-on.js'
import { type Pair, staysCollected } from './pair-units.js'
import { checksNothing, isLive, namesOf, type Side, type TestFile } from './test-file.js'
import { isTest, type TestUnit, unitOf } from '../code/test-unit.js'
import { renamedWords } from './renamed-words.js'
import { accountsOf, whyGone } from './went-with.js'
import { outside } from '../code/outside.js'

interface Placed {
  file: string
  unit: TestUnit
}

interface LostGrounds {
  changes: readonly FileChange[]
  copies: readonly Placed[]
  isRow: IsRow
}

/** Tests that are found nowhere. */
export function findLost(
  files: readonly TestFile[],
  pairs: readonly Pair[],
  { changes, copies, isRow }: LostGrounds,
): Shape[] {
  const kept = new Set(pairs.map(({ before }) => before))
  const paired = new Set(pairs.map(({ after }) => after))
  const lost = files.map(({ file, before, language }) => ({
    file,
    language,
    before,
    units: before.units.filter((unit) => isLive(unit) && !kept.has(unit)),
  }))
  if (lost.every(({ units }) => units.length === 0)) return []
  const allGrown = findGrown(files, paired, pairs)
  const renamed = renamedWords(
    pairs.map((one) => ({ before: one.before.body, after: one.after.body })),
  )
  const removed = new Set([...removedNames(changes)].filter((name) => !renamed.has(name)))
  const accounts = accountsOf(changes.map((change) => withoutTests(change, files)))
  const removedUnits = new Set([...removed].map(plainName))
  const stays = new Map(files.map(({ file, after }) => [file, after.units.filter(isLive)]))
  return lost.flatMap(({ file, language, before, units }) => {
    const grown = allGrown.filter((one) => staysCollected(file, one.file))
    const after = changes.find((one) => one.file === file)?.after ?? null
    if (after === null && removedUnits.has(plainName(unitOf(file)))) return []
    const gone = units.filter(
      (unit) =>
        !isFolded(unit, grown) &&
        !isMerged(unit, pairs) &&
        !isOrphaned(unit, removed) &&
        !isInnerOf(unit, language.id === 'python' ? before.units : units) &&
        !checksNothing(unit) &&
        !stays.get(file)!.some(({ name }) => name === unit.name) &&
        !isRow(file, unit) &&
        !isWrapper(unit, after === null ? [] : stays.get(file)!) &&
        !copies.some((copy) => staysCollected(file, copy.file) && isCopy(copy.unit, unit)),
    )
    if (gone.length === 0) return []
    const { text, loss } = after === null ? FILE_GONE : lossOf(gone, after, language)
    // Nothing took the place of a test that still stands there.
    const why = loss === 'not-run' ? null : whyGone(countFresh(file, files, pairs), accounts)
    const count = gone.length === 1 ? '1 test' : `${gone.length} tests`
    const detail = `${count}: ${[text, ...(why === null ? [] : [why])].join('; ')}`
    const kind = why === null ? 'deleted' : 'replaced'
    return [shape({ kind, file, names: namesOf(gone), detail, loss })]
  })
}

/** Tests that stand among code are none of it. */
function withoutTests(change: FileChange, files: readonly TestFile[]): FileChange {
  const tests = files.find(({ file }) => file === change.file)
  if (tests === undefined || fileRole(change.file) !== 'source') return change
  const { file, before, after } = change
  return {
    file,
    before: before === null ? null : textAround(tests.before),
    after: after === null ? null : textAround(tests.after),
  }
}

const textAround = ({ text, units }: Side): string => outside(text, units.filter(isTest))

/** New tests and cases, wherever the runner of the old ones takes them. */
function countFresh(file: string, files: readonly TestFile[], pairs: readonly Pair[]): number {
  const paired = new Set(pairs.map(({ after }) => after))
  const tests = files
    .filter((one) => staysCollected(file, one.file))
    .flatMap((one) => one.after.units)
    .filter((unit) => isLive(unit) && !paired.has(unit) && !checksNothing(unit))
  const rows = pairs.filter(({ before, after }) => after.rows.length > before.rows.length)
  return tests.length + rows.length
}

interface Loss {
  text: string
  loss: Shape['loss']
}

const FILE_GONE: Loss = { text: 'the file is gone', loss: 'file' }
const COMMENTED: Loss = { text: 'commented out', loss: 'not-run' }
const RENAMED_AWAY: Loss = { text: 'under a name that no runner takes', loss: 'not-run' }
const NOT_FOUND: Loss = { text: 'not found any more', loss: null }

function lossOf(gone: readonly TestUnit[], after: string, { notation }: Language): Loss {
  const [first] = gone
  const mark = notation.lineComments[0]!
  const isCommented =
    after
      .split('\n')
      .some((line) => line.trimStart().startsWith(mark) && line.includes(first!.name)) ||
    (after.match(/\/\*[\s\S]*?\*\//g) ?? []).some((text) => text.includes(`${first!.name}(`))
  if (first!.name.length < MIN_NAME) return NOT_FOUND
  if (isCommented) return COMMENTED
  return isRenamedAway(first!.name, after) ? RENAMED_AWAY : NOT_FOUND
}

/** `_test_adds`, `xtestAdds`, `disabled_test_adds`: no runner takes it by that name. */
const isRenamedAway = (name: string, after: string): boolean =>
  /^\w+$/.test(name) &&
  new RegExp(`\\b(?:_+|x_?|no_?|dont_?|disabled?_*|skip(?:ped)?_?|broken_?)${name}\\b`, 'i').test(
    after,
  )

/** A shorter name is a word of a comment as well. */
const MIN_NAME = 4
