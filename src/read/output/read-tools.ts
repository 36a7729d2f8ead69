import { stripVTControlCharacters } from 'node:util'
import { FAMILIES, GENERIC, TOOLS } from '../../data/tools.js'
import type { ToolRow } from '../../data/tools.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { evenText } from '../../safety/even-text.js'
import type { CommandKind } from '../../schema/evidence.js'

export interface ToolOutput {
  result: 'passed' | 'failed'
  gist: string
  /** Only that something failed: a task runner's last words. */
  isGeneric: boolean
}

/** What is known of the command that printed; nothing where it may be any. */
export interface Printer {
  kind?: CommandKind
  program?: string
  /** Programs of its line that speak for themselves. */
  beside?: ReadonlySet<string> | undefined
}

/** How a compiler, linter, formatter, migration or deployment says that it ended; null when nothing does. */
export function readTools(
  output: string,
  { kind, program = '', beside }: Printer = {},
): ToolOutput | null {
  const family = FAMILIES.get(program)
  const text = evenText(stripVTControlCharacters(output))
  const lower = text.toLowerCase()
  const rows = TOOLS.filter(
    ({ kinds, sign, tool }) =>
      (kind === undefined || kinds.includes(kind)) &&
      (family?.includes(tool) ?? (tool === program || beside?.has(tool) !== true)) &&
      lower.includes(sign),
  )
  return find(rows, text, 'failed') ?? find(rows, text, 'passed')
}

function find(
  rows: readonly ToolRow[],
  text: string,
  result: 'passed' | 'failed',
): ToolOutput | null {
  for (const row of rows) {
    const line = row[result]?.exec(text)?.[0]
    if (line !== undefined)
      return { result, gist: oneLineSafely(line.trim(), 160), isGeneric: GENERIC.has(row.tool) }
  }
  return null
}
