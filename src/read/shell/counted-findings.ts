import type { CommandKind } from '../../schema/evidence.js'
import { baseName } from '../../util/base-name.js'
import type { ChosenPart } from './choose-parts.js'
import type { ShellLine, ShellPart } from './shell-line.js'
import type { Hint } from './solve-line.js'

/** `| grep -c "error TS"`, `| wc -l`: how many lines of its output tell of a failure. */
export function countedFindings(
  { index, kind, words }: ChosenPart,
  { parts }: ShellLine,
  lines: readonly string[],
  isEmpty: boolean,
): Hint {
  const readers = readersOf(parts, index)
  if (isEmpty && readers.some((reader) => leavesRed(reader, kind))) return { passed: 2 }
  const count = readers.some(counts) ? lines.find((line) => /^\s*\d{1,6}$/.test(line)) : undefined
  if (count === undefined) return {}
  const grep = readers.find(([name]) => name === 'grep') ?? []
  const pattern = grep.slice(1).find((arg) => !arg.startsWith('-')) ?? ''
  const isRed = (kind === 'test' ? RED_TEST : RED).test(pattern)
  const isLister = LISTERS.has(baseName(words[0] ?? '')) && !grep.includes('-v')
  if (Number(count) > 0) return isRed || isLister ? { failed: 2 } : {}
  return isRed || (isLister && pattern === '') ? { passed: 2 } : {}
}

/** `| grep FAIL`, `| grep -v ^ok`: only failures are left of what it reads. */
function leavesRed([name, ...args]: readonly string[], kind: CommandKind): boolean {
  if (!/^(?:[ef]?grep|rg)$/.test(name ?? '') || args.some((arg) => /^-\w*[qc]/.test(arg)))
    return false
  const pattern = args.find((arg) => !arg.startsWith('-')) ?? ''
  const isWithout = args.some((arg) => /^-\w*v/.test(arg))
  return isWithout ? GREEN.test(pattern) : (kind === 'test' ? RED_TEST : RED).test(pattern)
}

const GREEN = /\b(?:ok|PASS(?:ED)?|passed)\b|[✓✔]/

/** `| grep -q FAIL`: the part that looks for a failure in its output. */
export function searchedBy({ index }: ChosenPart, { parts }: ShellLine): ShellPart['asked'] {
  const at = readersOf(parts, index).findIndex(
    ([name, ...args]) =>
      name === 'grep' &&
      args.some((arg) => /^-\w*q|^--quiet$/.test(arg)) &&
      RED.test(args.find((arg) => !arg.startsWith('-')) ?? ''),
  )
  return at === -1 ? undefined : { by: index + 1 + at, isEmpty: false }
}

/** `| head -3`: its end is cut off, where as many lines are there as were let through. */
export function isCutOff(
  parts: readonly ShellPart[],
  index: number,
  lines: readonly string[],
): boolean {
  const head = readersOf(parts, index).find(([name]) => name === 'head')
  if (head === undefined) return false
  const count = head
    .slice(1)
    .flatMap(
      (arg) => /^-(?:n|-lines=)?(\d{1,5})$/.exec(arg)?.[1] ?? (/^\d{1,5}$/.test(arg) ? arg : []),
    )
  return lines.filter((line) => line !== '').length >= Number(count[0] ?? 10)
}

/** What reads its output, one behind the other, or the file that it goes into. */
function readersOf(parts: readonly ShellPart[], index: number): (readonly string[])[] {
  const files = new Set(parts[index]!.into.flatMap((file) => [file, `<${file}`]))
  const readers = parts
    .slice(index + 1)
    .flatMap(({ words }) => (words.some((word) => files.has(word)) ? [words] : []))
  for (let at = index; parts[at]?.join === '|'; at += 1) readers.push(parts[at + 1]?.words ?? [])
  return readers
}

const counts = ([name, ...args]: readonly string[]): boolean =>
  name === 'wc'
    ? args.includes('-l')
    : name === 'grep' && args.some((arg) => /^-\w*c|^--count$/.test(arg))

/** Each line that they print is a finding. */
const LISTERS: ReadonlySet<string> = new Set(['tsc', 'vue-tsc', 'gofmt', 'flake8'])

const RED = /error|fail|not ok|[✗✖✘]/i
/** A runner may count what failed, and find none. */
const RED_TEST = /FAIL|not ok|[✗✖✘]/
