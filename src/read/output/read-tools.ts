import { stripVTControlCharacters } from 'node:util'
import { FAMILIES, GENERIC, OWN, TOOLS } from '../../data/tools.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { evenText } from '../../safety/even-text.js'
import type { CommandKind } from '../../schema/evidence.js'
import type { LineForm } from '../../util/line-form.js'

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
  const text = squeezed(output)
  const lower = text.toLowerCase()
  const forms = formsOf(printer)
  for (const result of ['failed', 'passed'] as const)
    for (const { of, form, tool } of forms) {
      const at = of === result && lower.includes(form.sign) ? text.search(form.pattern()) : -1
      if (at !== -1) return told(result, lineAt(text, at), tool)
    }
  return null
}

/** Each line that tells of it, in their order. */
export function toolLines(output: string, printer: Printer): { index: number; end: ToolOutput }[] {
  const text = squeezed(output)
  const lower = text.toLowerCase()
  return formsOf(printer)
    .flatMap(({ of, form, tool }) =>
      lower.includes(form.sign)
        ? [...text.matchAll(form.pattern())].map(({ index }) => ({
            index,
            end: told(of, lineAt(text, index), tool),
          }))
        : [],
    )
    .toSorted((a, b) => a.index - b.index)
}

const MAX_LINE = 600

/** Each line without what stands around it, and with one space for several. */
const squeezed = (output: string): string =>
  evenText(stripVTControlCharacters(output))
    .replaceAll(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim().slice(0, MAX_LINE))
    .join('\n')

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end === -1 ? undefined : end)
}

interface Form {
  of: 'passed' | 'failed'
  form: LineForm
  tool: string
}

function formsOf({ kind, program = '', beside, writes = false }: Printer): Form[] {
  const family = FAMILIES.get(`${program} ${kind}`) ?? FAMILIES.get(program)
  return TOOLS.flatMap(({ kinds, tool, forms }) =>
    (kind === undefined || kinds.includes(kind)) &&
    (family?.includes(tool) ?? (tool === program || beside?.has(tool) !== true))
      ? forms.flatMap((form): Form[] => {
          const { result } = form
          if (result === 'wrote') return writes ? [{ of: 'passed', form, tool }] : []
          return writes && result === 'failed' ? [] : [{ of: result, form, tool }]
        })
      : [],
  )
}

const told = (result: 'passed' | 'failed', line: string, tool: string): ToolOutput => ({
  result,
  gist: oneLineSafely(line, 160),
  strength: GENERIC.has(tool) ? 1 : OWN.has(tool) ? 3 : 2,
})
