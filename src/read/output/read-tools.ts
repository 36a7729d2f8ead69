import { stripVTControlCharacters } from 'node:util'
import { FAMILIES, GENERIC, OWN, TOOLS } from '../../data/tools.js'
import type { ToolRow } from '../../data/tools.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { evenText } from '../../safety/even-text.js'
import type { CommandKind } from '../../schema/evidence.js'

export interface ToolOutput {
  result: 'passed' | 'failed'
  gist: string
  /** 1: only that something failed, a task runner's last words; 3: what no other tool of its kind prints. */
  strength: 1 | 2 | 3
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
  const family = FAMILIES.get(`${program} ${kind}`) ?? FAMILIES.get(program)
  const text = evenText(stripVTControlCharacters(output))
  const rows = TOOLS.filter(
    ({ kinds, tool }) =>
      (kind === undefined || kinds.includes(kind)) &&
      (family?.includes(tool) ?? (tool === program || beside?.has(tool) !== true)),
  )
  return find(rows, text, 'failed') ?? find(rows, text, 'passed')
}

function find(
  rows: readonly ToolRow[],
  text: string,
  result: 'passed' | 'failed',
): ToolOutput | null {
  const lower = text.toLowerCase()
  for (const { tool, forms } of rows) {
    const told = forms.filter(([of, sign]) => of === result && lower.includes(sign))
    for (const [, , form] of told) {
      const line = form.exec(text)?.[0]
      if (line === undefined) continue
      const strength = GENERIC.has(tool) ? 1 : OWN.has(tool) ? 3 : 2
      return { result, gist: oneLineSafely(line.trim(), 160), strength }
    }
  }
  return null
}
