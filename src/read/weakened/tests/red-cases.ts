/**
 * Cases of a table that a red run named, and whose row is gone or changed. The run says which row it was:
 * its title, or values that stand nowhere else in its file.
 */
import type { CommandRun } from '../../../schema/evidence.js'
import { oneLine } from '../../../util/one-line.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import { fileRole } from '../changes/file-role.js'
import { languageOf } from '../code/languages.js'
import { literalsIn } from '../code/literals-in.js'
import { mask } from '../../source/mask.js'
import { unitsIn } from '../code/units-in.js'
import { uncommented } from '../code/without-comments.js'
import { letters } from '../code/words-in.js'
import { type Row, rowsIn } from './rows-in.js'

const MAX_FILES = 20
const MAX_NAMES = 20

/** `shapes`: what was found in the same change; a file with a test that is gone needs no more. */
export function findRedCases(
  changes: readonly FileChange[],
  commands: readonly Pick<CommandRun, 'kind' | 'result' | 'failing'>[],
  shapes: readonly Shape[],
): Shape[] {
  const failing = [
    ...new Set(
      commands
        .filter(({ kind, result }) => kind === 'test' && result === 'failed')
        .flatMap((run) => run.failing),
    ),
  ].slice(0, MAX_NAMES)
  if (failing.length === 0) return []
  const explained = new Set(shapes.map(({ file }) => file))
  return changes
    .filter(({ file, before }) => before !== null && isTested(file) && !explained.has(file))
    .slice(0, MAX_FILES)
    .flatMap((change) => findIn(change, { failing, changes }))
}

/** Where tests stand among code they have no tables of their own. */
const isTested = (file: string): boolean => languageOf(file) !== null && fileRole(file) === 'test'

function findIn({ file, before, after }: FileChange, { failing, changes }: Grounds): Shape[] {
  const language = languageOf(file)!
  const titles = unitsIn(file, before).map(({ name }) => letters(name))
  const fresh = rowsIn(after ?? '', before!, language)
  const lost = rowsIn(before!, after ?? '', language)
  const left = after === null ? '' : uncommented(mask(after, language.notation))
  const others = changes.filter((one) => one.file !== file && fileRole(one.file) !== 'source')
  for (const { text } of lost) {
    for (const name of failing) {
      const said = letters(name)
      const key = literalsIn(text).find(
        (value) => said.includes(letters(value)) && isOwn(value, before!, titles),
      )
      if (key === undefined || others.some((one) => one.after?.includes(key))) continue
      const row = largest(lost.filter((one) => one.text.includes(key)))
      const now = largest(fresh.filter((one) => one.text.includes(key)))
      if (now === null && left.includes(key)) continue
      const values = literalsIn(row!.text)
      const rest = values.filter((value) => value !== key)
      // Under another title it is the same case.
      if (fresh.some(holds(values)) || (rest.length > 1 && fresh.some(isRetitled(rest)))) continue
      const kind = now === null ? 'deleted' : 'expectations'
      const detail = `the case that was red: ${show(row!)} → ${now === null ? 'nothing' : show(now)}`
      return [shape({ kind, file, names: [name], detail, conditional: true })]
    }
  }
  return []
}

interface Grounds {
  failing: readonly string[]
  changes: readonly FileChange[]
}

/** The bracket, where a line of it is found as well. */
const largest = (rows: readonly Row[]): Row | null =>
  rows.toSorted((a, b) => b.text.length - a.text.length)[0] ?? null

const holds =
  (values: readonly string[]) =>
  ({ text }: Row): boolean => {
    const left = new Set(literalsIn(text))
    return values.every((value) => left.has(value))
  }

/** The same values beside another title, and no more. */
const isRetitled =
  (rest: readonly string[]) =>
  (row: Row): boolean =>
    holds(rest)(row) && new Set(literalsIn(row.text)).size <= new Set(rest).size + 1

const show = ({ text }: Row): string => oneLine(text, 80)

/** It stands once in the file, and in no test's own title. */
const isOwn = (value: string, text: string, titles: readonly string[]): boolean => {
  const plain = letters(value)
  return (
    plain.length >= MIN_VALUE &&
    text.indexOf(value) === text.lastIndexOf(value) &&
    !titles.some((title) => title.includes(plain))
  )
}

const MIN_VALUE = 3
