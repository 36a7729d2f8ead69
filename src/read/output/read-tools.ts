import { stripVTControlCharacters } from 'node:util'
import { FAMILIES, GENERIC, OWN, TOOLS } from '../../data/tools.js'
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
  /** It is a formatter that changes what it finds: it complains of nothing. */
  writes?: boolean
}

/** How a compiler, linter, formatter, migration or deployment says that it ended; null when nothing does. */
export function readTools(output: string, printer: Printer = {}): ToolOutput | null {
  const text = evenText(stripVTControlCharacters(output))
  const lower = text.toLowerCase()
  const forms = formsOf(printer)
  for (const result of ['failed', 'passed'] as const)
    for (const { of, sign, form, tool } of forms) {
      const line = of === result && lower.includes(sign) ? form().exec(text)?.[0] : undefined
      if (line !== undefined) return told(result, line, tool)
    }
  return null
}

/** Each line that tells of it, in their order. */
export function toolLines(output: string, printer: Printer): { index: number; end: ToolOutput }[] {
  const lower = output.toLowerCase()
  return formsOf(printer)
    .flatMap(({ of, sign, form, tool }) => {
      if (!lower.includes(sign)) return []
      const every = new RegExp(form(), `${form().flags}g`)
      return [...output.matchAll(every)].map((found) => ({
        index: found.index,
        end: told(of, found[0], tool),
      }))
    })
    .toSorted((a, b) => a.index - b.index)
}

interface Form {
  of: 'passed' | 'failed'
  sign: string
  form: () => RegExp
  tool: string
}

function formsOf({ kind, program = '', beside, writes = false }: Printer): Form[] {
  const family = FAMILIES.get(`${program} ${kind}`) ?? FAMILIES.get(program)
  return TOOLS.flatMap(({ kinds, tool, forms }) =>
    (kind === undefined || kinds.includes(kind)) &&
    (family?.includes(tool) ?? (tool === program || beside?.has(tool) !== true))
      ? forms.flatMap(([result, sign, form]): Form[] => {
          if (result === 'wrote') return writes ? [{ of: 'passed', sign, form, tool }] : []
          return writes && result === 'failed' ? [] : [{ of: result, sign, form, tool }]
        })
      : [],
  )
}

const told = (result: 'passed' | 'failed', line: string, tool: string): ToolOutput => ({
  result,
  gist: oneLineSafely(line.trim(), 160),
  strength: GENERIC.has(tool) ? 1 : OWN.has(tool) ? 3 : 2,
})
