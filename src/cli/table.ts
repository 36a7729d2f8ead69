import { stripVTControlCharacters } from 'node:util'
import { plain } from './plain.js'

/**
 * Columns of text, as wide as they need to be, two spaces apart; the last one is not padded. Cells
 * may be foreign: of what a terminal obeys, only a colour around the whole of a cell is kept.
 */
export function table(cells: readonly (readonly string[])[], indent = ''): string {
  return layOut(
    cells.map((row) => row.map(safeCell)),
    indent,
  )
}

/** A table whose last column, which is text, is cut to what the terminal has room for. */
export function listTable(cells: readonly (readonly string[])[], columns = Infinity): string {
  const rows = cells.map((row) => row.map(safeCell))
  const taken = widthsOf(rows)
    .slice(0, -1)
    .reduce((sum, each) => sum + each + 2, 0)
  const room = Math.max(MIN_TEXT, columns - taken)
  return layOut(
    rows.map((row) => [...row.slice(0, -1), cut(row.at(-1)!, room)]),
    '',
  )
}

/** Of each column its heading, and what a row has there. */
export type Columns<T> = Readonly<Record<string, (row: T) => string>>

/** Rows under their headings; the last column, which is text, is cut to what the terminal has room for. */
export const listed = <T>(
  rows: readonly T[],
  columns: Columns<T>,
  { none = '', width }: { none?: string; width?: number | undefined } = {},
): string =>
  rows.length === 0
    ? none
    : listTable(
        [
          Object.keys(columns),
          ...rows.map((row) => Object.values(columns).map((cell) => cell(row))),
        ],
        width,
      )

const MIN_TEXT = 24

const cut = (cell: string, room: number): string =>
  width(cell) <= room ? cell : `${[...cell].slice(0, room - 1).join('')}…`

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, width(cell))
    }
  }
  return widths
}

function layOut(rows: readonly (readonly string[])[], indent: string): string {
  const widths = widthsOf(rows)
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, index) => pad(cell, index, row.length, widths))
          .join('  ')
          .trimEnd(),
    )
    .join('\n')
}

function pad(cell: string, index: number, length: number, widths: readonly number[]): string {
  return index === length - 1 ? cell : cell + ' '.repeat(widths[index]! - width(cell))
}

// Those that `paint` sets: one in front, one behind.
// oxlint-disable-next-line no-control-regex
const PAINTED = /^((?:\u001b\[\d{1,2}m){1,8})(.*?)((?:\u001b\[\d{1,2}m){1,8})$/s

function safeCell(cell: string): string {
  const [, before = '', text = cell, after = ''] = PAINTED.exec(cell) ?? []
  return before + plain(text) + after
}

// Colours take no room.
const width = (cell: string): number => [...stripVTControlCharacters(cell)].length
