import { stripVTControlCharacters } from 'node:util'

/** Columns of text, as wide as they need to be, two spaces apart; the last one is not padded. */
export function table(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, width(cell))
    }
  }
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

// Colours take no room.
const width = (cell: string): number => [...stripVTControlCharacters(cell)].length
