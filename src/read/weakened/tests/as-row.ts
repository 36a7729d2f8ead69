/**
 * Tests that live on as rows of a table: what a test gave and what it expected stand together in a line, or
 * in one bracket, that is new. How the table is read, and what it is called, decides nothing.
 */
import type { FileChange } from '../changes/file-change.js'
import { isTestData } from '../changes/file-role.js'
import { python } from '../code/languages/python.js'
import { literalsIn, numbersIn } from '../code/literals-in.js'
import { isTest, type TestUnit } from '../code/test-unit.js'
import { callsIn, letters } from '../code/words-in.js'
import { staysCollected } from './pair-units.js'
import { type Row, rowsIn, toRow } from './rows-in.js'
import { isInside, type TestFile } from './test-file.js'

export type IsRow = (file: string, unit: TestUnit) => boolean

/** `changes`: tables may stand in files of data. */
export function rowFinder(files: readonly TestFile[], changes: readonly FileChange[]): IsRow {
  let tables: Table[] | null = null
  let looks = 0
  return (file, unit) => {
    tables ??= [...files.map(toTable), ...dataTables(files, changes)]
    looks += tables.reduce((sum, { rows }) => sum + rows.length, 0)
    if (looks > MAX_LOOKS) return false
    return tables.some(
      (table) =>
        (table.file === null || staysCollected(file, table.file)) &&
        callsSubject(unit, table.text) &&
        isIn(unit, table.rows),
    )
  }
}

/** Rows that tests are held against. */
const MAX_LOOKS = 400_000

interface Table {
  /** null: a file of data, that any test may read. */
  file: string | null
  /** What the tests around it call. */
  text: string
  rows: Row[]
}

function toTable({ file, language, before, after }: TestFile): Table {
  const off = after.units.filter(
    (unit) => unit.skip !== null && after.units.some((one) => isTest(one) && isWithin(one, unit)),
  )
  const isOff = (at: number): boolean => off.some(({ start, end }) => start <= at && at < end)
  const rows = rowsIn(after.text, before.text, language, isOff)
  return { file, text: after.text, rows: rows.filter(({ text }) => !OFF.test(text)) }
}

const isWithin = (unit: TestUnit, around: TestUnit): boolean =>
  unit === around || isInside(unit, around)

/** Files of data that the change writes; an item of a list over several lines is a row as well. */
function dataTables(files: readonly TestFile[], changes: readonly FileChange[]): Table[] {
  const text = files.map(({ after }) => after.text).join('\n')
  return changes
    .filter(({ file, after }) => after !== null && isTestData(file))
    .slice(0, MAX_DATA)
    .map(({ before, after }) => {
      const items = after!.split(/^(?=\s*-\s)/m).slice(0, MAX_ITEMS)
      return {
        file: null,
        text,
        rows: [...rowsIn(after!, before ?? '', python), ...items.map(toRow)],
      }
    })
}

const MAX_DATA = 10
const MAX_ITEMS = 500

/** A row that is not run. */
const OFF = /\b(?:skip|xfail|ignore|todo|pending|disabled)/i

/** Most of what it called is still called. */
function callsSubject({ body }: TestUnit, text: string): boolean {
  const calls = callsIn(body).filter((call) => !ASSERTS.test(call))
  const kept = calls.filter((call) => text.includes(call))
  return kept.length >= calls.length / 2
}

const ASSERTS =
  /^(?:assert|expect|refute|verify|equal|same|that|throw|raise|fail|fatal|error|to[A-Z_])/i

function isIn(unit: TestUnit, rows: readonly Row[]): boolean {
  const body = unit.body.replace(unit.name, '')
  const said = unit.assertions.join(' ')
  const all = literalsIn(body)
  const each = unit.assertions.map(literalsIn)
  const isHeld = (literals: readonly string[]): boolean =>
    isTelling(literals) && rows.some((row) => isSameWay(said, row) && literals.every(standsIn(row)))
  return (
    isHeld(all) ||
    (each.length > 0 && each.every(isHeld)) ||
    rows.some(
      (row) =>
        isNamed(unit, row) &&
        (all.length === 0 || all.some(standsIn(row))) &&
        each.every((one) => keepsEnd(one, row)),
    )
  )
}

/** A single digit stands anywhere. */
const isTelling = (literals: readonly string[]): boolean => literals.join('').length > 1

const standsIn =
  ({ text, numbers }: Row) =>
  (literal: string): boolean =>
    /^-?\d/.test(literal) && numbersIn(literal).has(literal)
      ? numbers.has(literal)
      : text.includes(literal)

/** Its title stands in the row. */
const isNamed = ({ name }: TestUnit, { text, plain }: Row): boolean => {
  const own = letters(name).replace(/^test/, '')
  return own.length >= MIN_NAME && plain.includes(own) && !DECLARES.test(text)
}

const MIN_NAME = 8
const DECLARES = /\b(?:function|def|fn|func|fun|void|class|Task)\s/

/** What an assertion expects stands first or last in it. */
const keepsEnd = (literals: readonly string[], row: Row): boolean =>
  literals.length === 0 || [literals[0]!, literals.at(-1)!].some(standsIn(row))

/** A row that says true or false says what was asserted. */
function isSameWay(said: string, { text }: Row): boolean {
  const [yes, no] = [/\btrue\b/i.test(text), /\bfalse\b/i.test(text)]
  if (yes === no) return true
  const [holds, fails] = [/true|truthy/i.test(said), /fals[ey]|refute|\bnot\b|\(!/i.test(said)]
  return holds === fails || holds === yes
}
