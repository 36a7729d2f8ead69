import { stripVTControlCharacters } from 'node:util'
import type { Coverage } from '../../schema/evidence.js'

/**
 * How much of the code the tests ran, in percent, where a report of coverage sums it up; null without a sum.
 * Of several sums (lines, branches, packages) the highest counts.
 */
export function readCoverage(output: string): Coverage | null {
  // Of a longer report not every row would be looked at.
  if (output.length > MAX_CHARS || !HINT.test(output)) return null
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE).trim())
  const sums = lines.filter((line) => SUMS.some((sum) => sum.test(line))).flatMap(sharesIn)
  if (sums.length === 0) return null
  const rows = lines.filter((line) => !PROGRESS.test(line)).flatMap(sharesIn)
  return { total: Math.max(...sums), most: Math.max(...sums, ...rows.slice(0, MAX_ROWS)) }
}

const MAX_CHARS = 64_000
const MAX_LINE = 400
const MAX_ROWS = 10_000
const HINT = /%|All files/

/** Shares of a row: with their sign, or as the cells of a table that has none. */
function sharesIn(line: string): number[] {
  const found = [...line.matchAll(/(?<![\d.])(\d{1,3}(?:\.\d{1,4})?) ?%/g)].map(
    ([, share]) => share!,
  )
  const cells = found.length > 0 || !line.includes('|') ? [] : line.split('|').slice(1, 5)
  return [...found, ...cells.map((cell) => cell.trim()).filter((cell) => /^\d[\d.]*$/.test(cell))]
    .map(Number)
    .filter((share) => share <= 100)
}

const SUMS: readonly RegExp[] = [
  // phpunit, and the short report of istanbul
  /^(?:Lines|Statements|Branches|Functions|Methods|Classes|Paths)\s*: +[\d.]+% \( ?\d+\/ ?\d+ ?\)$/,
  // istanbul, c8, deno
  /^All files\s*\|/,
  // coverage.py
  /^TOTAL(?:\s+\d+){2,6}\s+[\d.]+%$/,
  // go
  /^total:\s+\(statements\)\s+[\d.]+%$/,
  /\bcoverage: [\d.]+% of statements/,
  // tarpaulin, coverlet, simplecov, lcov, mix
  /^[\d.]+% coverage, \d+\/\d+ lines covered/,
  /^\| Total\s*\| [\d.]+%/,
  /^Line Coverage: [\d.]+%|\bLOC \([\d.]+%\) covered/,
  /^lines\.+: [\d.]+% \(\d+ of \d+ lines\)/,
  /^[\d.]+% \| Total$/,
]

/** "31 / 31 (100%)", "[100%]", "100% tests passed": how far a run came. */
const PROGRESS = /^[.A-Z]*\s*\d+ \/ \d+ \(\s*\d+%\)$|\[\s*\d+%\]$|% tests passed/
