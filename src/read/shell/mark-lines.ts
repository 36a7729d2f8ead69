/** The lines of an output that some part of the line alone prints, or that tell how one of them ended. */
import { COMPLAINERS } from '../../data/part-ends.js'
import { TASK_NAMES } from '../../data/tools.js'
import { endLines } from '../output/read-part.js'
import type { EndLine } from '../output/read-part.js'
import { baseName, withoutEnding } from '../../util/base-name.js'
import { bareCommand } from './bare-command.js'
import { beginOf } from './begin-of.js'
import { isInline } from './choose-parts.js'
import { isCutOff } from './counted-findings.js'
import type { ChosenPart } from './choose-parts.js'
import type { ShellPart } from './shell-line.js'
import { tellsIn } from './told-codes.js'
import { oneOf } from '../../util/one-of.js'

/** Lines behind one another that say the same of the same parts. */
export interface Mark {
  from: number
  to: number
  /** Parts that begin with it. */
  begins: readonly number[]
  /** What it says of a part. */
  told: ReadonlyMap<number, EndLine>
}

const MAX_MARKS = 40
/** What stands farther apart may be of two parts. */
const NEAR = 3

export function markLines(
  parts: readonly ShellPart[],
  chosen: readonly ChosenPart[],
  lines: readonly string[],
): Mark[] {
  const told = new Map<number, Map<number, EndLine>>()
  const tell = (part: number, end: EndLine): void => {
    const of = told.get(end.line) ?? new Map<number, EndLine>()
    const before = of.get(part)
    if (before === undefined || weight(before) < weight(end)) of.set(part, end)
    told.set(end.line, of)
  }
  const besideTests = chosen.some(({ kind }) => kind === 'test')
  const output = lines.join('\n')
  const isChosen = new Set(chosen.map(({ index }) => index))
  for (const part of chosen)
    for (const end of endLines(output, { ...part, besideTests }))
      // What comes behind the cut may be worse.
      if (end.result === 'failed' || part.kind === 'run' || !isCutOff(parts, part.index, lines))
        tell(part.index, { ...end, by: part.words[0]! })
  // A look prints what its program prints when it fails.
  for (const [part, { words, isHidden }] of parts.entries())
    if (isHidden !== true && !isChosen.has(part))
      for (const end of endLines(output, { words: bareCommand(words) }))
        if (end.result === 'failed')
          tell(part, { ...end, isLook: true, by: bareCommand(words)[0]! })
  for (const { part, end } of ownLines(parts, lines)) tell(part, end)
  const begins = parts.map((part) =>
    part.isHidden === true ? null : (beginOf(part) ?? tellsIn(part) ?? headerOf(part, parts)),
  )
  const marks: Mark[] = []
  for (const [line, text] of lines.entries()) {
    const begun = begins.flatMap((isBegin, part) => (isBegin?.(text.trim()) === true ? [part] : []))
    const said = told.get(line) ?? NOTHING
    if (begun.length + said.size === 0) continue
    const last = marks.at(-1)
    const isNear =
      last !== undefined && begun.length + last.begins.length === 0 && line - last.to <= NEAR
    if (isNear && isSame(last.told, said)) last.to = line
    else marks.push({ from: line, to: line, begins: begun, told: said })
  }
  return marks.length <= MAX_MARKS
    ? marks
    : [...marks.slice(0, MAX_MARKS / 2), ...marks.slice(-MAX_MARKS / 2)]
}

const NOTHING: ReadonlyMap<number, EndLine> = new Map()

const weight = ({ strength, isOwn }: EndLine): number => strength + (isOwn ? 0.5 : 0)

const isSame = (a: ReadonlyMap<number, EndLine>, b: ReadonlyMap<number, EndLine>): boolean =>
  a.size === b.size &&
  [...a].every(([part, { result, strength }]) => {
    const other = b.get(part)
    return other?.result === result && other.strength === strength
  })

/** `tail a.log b.log` prints the name of each. */
function headerOf({ into, shownBy }: ShellPart, parts: readonly ShellPart[]) {
  const reader = shownBy === undefined ? [] : parts[shownBy]!.words
  if (!oneOf('tail|head').test(reader[0] ?? '') || reader.length < 3) return null
  return (line: string): boolean =>
    line.startsWith('==> ') && into.some((file) => line === `==> ${file} <==`)
}

/** Lines that begin with a program's name, or name its task. */
function ownLines(
  parts: readonly ShellPart[],
  lines: readonly string[],
): { part: number; end: EndLine }[] {
  const bare = parts.map(({ words }) => bareCommand(words))
  const names = bare.map(namesOf)
  const all = (isOf: (part: number) => boolean): number[] =>
    parts.flatMap((_, part) => (isOf(part) ? [part] : []))
  return lines.flatMap((text, line) => {
    const head = text.slice(0, MAX_HEAD)
    const failed: EndLine = { line, result: 'failed', strength: 4, isOwn: true }
    const missing = NOT_FOUND.exec(head)?.[1]
    const task = taskIn(head)
    const found =
      missing !== undefined
        ? all((at) => parts[at]!.words.includes(missing)).slice(0, 1)
        : task !== undefined
          ? all((at) => bare[at]!.some((word, from) => from > 0 && isTask(word, task)))
          : INLINE.test(head)
            ? all((at) => isInline(parts[at]!, bare[at]!))
            : all((at) => names[at]!.includes(nameIn(head)))
    const isBad =
      missing !== undefined ||
      task !== undefined ||
      INLINE.test(head) ||
      COMPLAINT.test(head) ||
      COMPLAINERS.has(nameIn(head))
    const end: EndLine = isBad ? failed : { ...failed, result: 'passed', strength: 0 }
    return found.map((part) => ({ part, end }))
  })
}

const MAX_HEAD = 300
/** A frame of code that stands in the line itself. */
const INLINE = /^\s*File "<(?:string|stdin)>", line |^\[(?:eval|stdin)\]/
const NOT_FOUND =
  /^(?:\S*sh: )?(?:line \d+: )?([\w./@+-]+): (?:(?:command )?not found|No such file or directory)$/
/** `psql: error: …`, behind its name. */
const COMPLAINT =
  /^\S+: (?:error|fatal|cannot|can't|could not|failed|unable|command not found|no such)\b/i

/** The task that a runner's last words name as the one that failed. */
const taskIn = (line: string): string | undefined =>
  TASK_NAMES.find(({ sign }) => line.includes(sign))?.form.exec(line)?.[1]

const isTask = (word: string, task: string): boolean => word === task || word.endsWith(`:${task}`)

/** What stands before the first colon; empty where that is no name. */
function nameIn(line: string): string {
  const end = line.indexOf(': ')
  const name = end < 2 ? '' : line.slice(0, end)
  return name.includes(' ') ? '' : name
}

/** What it calls itself: its program, or the script that an interpreter is given. */
function namesOf([program = '', ...args]: readonly string[]): string[] {
  const script = args.find((arg) => !arg.startsWith('-')) ?? ''
  const names = [baseName(program), withoutEnding(baseName(script))]
  return SCRIPTED.test(names[0]!) ? names : NAMELESS.has(names[0]!) ? [] : names.slice(0, 1)
}

const SCRIPTED = /^(?:node|python[\d.]*|ruby|perl|php|(?:ba|z)?sh|tsx|bun|deno)$/
const NAMELESS: ReadonlySet<string> = new Set([
  '',
  'test',
  'echo',
  'printf',
  'set',
  'exit',
  'error',
])
