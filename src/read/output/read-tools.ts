import { stripVTControlCharacters } from 'node:util'
import { TOOLS } from '../../data/tools.js'
import type { ToolRow } from '../../data/tools.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { evenText } from '../../safety/even-text.js'
import type { CommandKind } from '../../schema/evidence.js'
import type { LineForm } from '../../util/line-form.js'
import { lineAt, lineNumber, placesOf, squeeze } from './squeezed.js'

export interface ToolOutput {
  result: 'passed' | 'failed'
  gist: string
  /** 1: only that something failed, a task runner's last words; 4: what no other tool prints. */
  strength: number
  /** The row is of the program that printed; else any may print it. */
  isOwn: boolean
}

/** What is known of the command that printed; nothing where it may be any. */
export interface Printer {
  kind?: CommandKind
  program?: string
  /** Its first word: `git push`. */
  verb?: string | undefined
  /** It is a formatter that changes what it finds: it complains of nothing. */
  writes?: boolean
}

/** How a compiler, linter, formatter, migration or deployment says that it ended; null when nothing does. */
export function readTools(output: string, printer: Printer = {}): ToolOutput | null {
  const squeezed = squeeze(evenText(stripVTControlCharacters(output)))
  const all = formsOf(printer).flatMap(({ of, form, row, isOwn }): ToolOutput[] => {
    const [at] = placesOf(form, squeezed)
    return at === undefined ? [] : [told(of, lineAt(squeezed.text, at), row, isOwn)]
  })
  return surest(all)
}

/** A failure, unless what is said of a success says more. */
function surest<T extends Pick<ToolOutput, 'result' | 'strength'>>(all: readonly T[]): T | null {
  const best = (of: 'passed' | 'failed'): T | undefined =>
    all
      .filter(({ result }) => result === of)
      .reduce<T | undefined>(
        (top, one) => (one.strength > (top?.strength ?? 0) ? one : top),
        undefined,
      )
  const [failed, passed] = [best('failed'), best('passed')]
  if (failed === undefined || passed === undefined) return failed ?? passed ?? null
  return failed.strength >= passed.strength ? failed : passed
}

/** Each line that tells of it, by its number. */
export function toolLines(output: string, printer: Printer): { line: number; end: ToolOutput }[] {
  if (printer.kind === undefined && !isKnownProgram(printer.program ?? '')) return []
  const squeezed = squeeze(output)
  const { text } = squeezed
  return formsOf(printer).flatMap(({ of, form, row, isOwn }) =>
    placesOf(form, squeezed).map((at) => ({
      line: lineNumber(text, at),
      end: told(of, lineAt(text, at), row, isOwn),
    })),
  )
}

interface Form {
  of: 'passed' | 'failed'
  form: LineForm
  row: ToolRow
  isOwn: boolean
}

function formsOf({ kind, program = '', verb, writes = false }: Printer): Form[] {
  const names = [program, `${program}:${kind}`, `${program}:${verb}`]
  const own = TOOLS.filter(
    ({ kinds, programs }) =>
      (kind === undefined || kinds.has(kind)) && names.some((name) => programs.has(name)),
  )
  const rows = TOOLS.filter((row) => {
    if (program === NOBODY) return row.tool === ANY
    if (own.length > 0) return own.includes(row) || (row.strength === 1 && row.tool !== ANY)
    return !row.isExclusive || row.tool === program
  })
  return rows
    .filter(({ kinds }) => kind === undefined || kinds.has(kind))
    .flatMap((row) =>
      row.forms.flatMap((form): Form[] => {
        const isOwn = own.includes(row) || row.tool === program
        if (form.result === 'wrote') return writes ? [{ of: 'passed', form, row, isOwn }] : []
        const isComplaint = writes && form.result === 'failed'
        return isComplaint ? [] : [{ of: form.result, form, row, isOwn }]
      }),
    )
}

/** What tools say that nobody has told us of. */
const ANY = 'any program'
/** A program of nobody prints that alone. */
export const NOBODY = '(nobody)'

/** It has a row of its own for commands of this kind: what it prints then is known. */
export const isKnownProgram = (program: string, kind?: CommandKind): boolean =>
  TOOLS.some(
    ({ tool, kinds, programs }) =>
      (kind === undefined || kinds.has(kind)) &&
      (tool === program || [...programs].some((name) => name.split(':', 1)[0] === program)),
  )

const told = (
  result: 'passed' | 'failed',
  line: string,
  { strength }: ToolRow,
  isOwn: boolean,
): ToolOutput => ({ result, gist: oneLineSafely(line, 160), strength, isOwn })
