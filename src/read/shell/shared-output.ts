/**
 * Which lines of a line's output are whose. Words that an `echo` prints and the banner of a script stand where
 * their part begins; between two of them lies what the parts there printed. Several summaries of tests go to the
 * parts that run tests, in their order.
 */
import { RUNNERS_OF } from '../../data/runners.js'
import { TASK_NAMES } from '../../data/tools.js'
import { NO_OUTPUT, readPart, readSummary, toldLines } from '../output/read-part.js'
import type { PartOutput } from '../output/read-part.js'
import { readLastSummary, readTestOutput } from '../output/read-test-output.js'
import { baseName } from '../../util/base-name.js'
import { bareCommand } from './bare-command.js'
import { isInline } from './choose-parts.js'
import type { ChosenPart } from './choose-parts.js'
import type { ShellLine, ShellPart } from './shell-line.js'

/** Outputs that are longer may have lost their middle. */
export const MAX_WHOLE = 20_000
const MAX_LINES = 5_000

export function readSharedOutput(
  line: ShellLine,
  chosen: readonly ChosenPart[],
  output: string,
): PartOutput[] {
  const lines = output.split('\n', MAX_LINES)
  const begins = findBegins(line, lines)
  const owners = ownersOf(line, lines)
  const texts = chosen.map(({ index }) => textOf(index, begins, lines, owners))
  const beside = new Set(chosen.map(programOf))
  const hasTests = chosen.some(({ kind }) => kind === 'test')
  const hasBanner = chosen.some(({ kind, index }) => kind === 'test' && begins[index] !== null)
  const read = chosen.map((part, at) => {
    const own = line.parts[part.index]!
    const isMissing = begins[part.index] === null && part.kind === 'test' && printsBanner(own)
    if (own.isHidden === true || (hasBanner && isMissing)) return NO_OUTPUT
    const besideTests = hasTests && part.kind !== 'test'
    return readPart(texts[at]!, { ...part, besideTests, beside })
  })
  return shareSummaries(chosen, texts, shareTold(line, chosen, texts, read))
}

/** Of parts that print alike, each is told by the first line that tells behind that of the one before; the last by the last. */
function shareTold(
  { parts }: ShellLine,
  chosen: readonly ChosenPart[],
  texts: readonly string[],
  read: readonly PartOutput[],
): PartOutput[] {
  const programs = parts.map(({ words }) => baseName(bareCommand(words)[0] ?? ''))
  let from = -1
  let before = -1
  return read.map((own, at) => {
    const { index, isRepeated } = chosen[at]!
    const sharing = new Set(
      chosen.flatMap((one, of) => (read[of]!.gist === own.gist ? one.index : [])),
    )
    const alike = programs.flatMap((one, other) =>
      one === programs[index] || sharing.has(other) ? [other] : [],
    )
    if (own.gist === '' || isRepeated || alike.length < 2) return own
    const lines = own.hasSummary === true ? [] : toldLines(texts[at]!, chosen[at]!)
    const runs = lines.filter(({ end }, one) => end.result !== lines[one - 1]?.end.result).length
    if (runs < 2) return own
    if (index === alike.at(-1)) return lines.at(-1)!.end
    // What was told in another text is behind it.
    if (before === -1 || texts[before] !== texts[at]) from = -1
    before = at
    const next = lines.filter((line) => line.index > from)
    const first = next[0] ?? lines.at(-1)!
    const other = next.findIndex(({ end }) => end.result !== first.end.result)
    from = runs >= alike.length && other > 0 ? next[other - 1]!.index : first.index
    return first.end
  })
}

/** For each line of the output, the part that it is of by its words; null where they don't say. */
export function ownersOf({ parts }: ShellLine, lines: readonly string[]): (number | null)[] {
  if (parts.length < 2) return []
  const bare = parts.map(({ words }) => bareCommand(words))
  const names = bare.map(namesOf)
  const only = (isOf: (at: number) => boolean): number | null => {
    const found = parts.flatMap((_, at) => (isOf(at) ? [at] : []))
    return found.length === 1 ? found[0]! : null
  }
  return lines.map((line) => {
    const head = line.slice(0, MAX_HEAD)
    const task = taskIn(head)
    if (task !== undefined)
      return only((at) => bare[at]!.some((word, from) => from > 0 && isTask(word, task)))
    if (INLINE.test(head)) return only((at) => isInline(parts[at]!, bare[at]!))
    const end = head.indexOf(': ')
    const name = end < 2 ? '' : head.slice(0, end)
    return name === '' || name.includes(' ') ? null : only((at) => names[at]!.includes(name))
  })
}

/** The task that a runner's last words name as the one that failed. */
export const taskIn = (line: string): string | undefined =>
  TASK_NAMES.find(({ sign }) => line.includes(sign))?.form.exec(line.slice(0, MAX_HEAD))?.[1]

const MAX_HEAD = 300
/** A frame of code that stands in the line itself. */
const INLINE = /^\s*File "<(?:string|stdin)>", line |^\[(?:eval|stdin)\]/
const isTask = (word: string, task: string): boolean => word === task || word.endsWith(`:${task}`)

/** What it calls itself: its program, or the script that an interpreter is given. */
function namesOf([program = '', ...args]: readonly string[]): string[] {
  const script = args.find((arg) => !arg.startsWith('-')) ?? ''
  const names = [baseName(program), baseName(script).replace(/\.\w+$/, '')]
  return SCRIPTED.test(names[0]!) ? names : NAMELESS.has(names[0]!) ? [] : names.slice(0, 1)
}

const SCRIPTED = /^(?:node|python[\d.]*|ruby|perl|php|(?:ba|z)?sh|tsx|bun|deno)$/
const NAMELESS: ReadonlySet<string> = new Set(['test', 'echo', 'printf', 'set', 'exit', 'error'])

/** For each part, the number of the output's line at which it begins, in their order; null where nothing shows it. */
export function findBegins({ parts }: ShellLine, lines: readonly string[]): (number | null)[] {
  const chains: Begin[] = []
  for (const [part, one] of parts.entries()) {
    const isBegin = beginOf(one) ?? sometimesBegins(one)
    if (isBegin === null) continue
    const found: Begin[] = []
    for (let at = 0; at < lines.length && found.length < MAX_BEGINS; at += 1) {
      if (!isBegin(lines[at]!.trim())) continue
      const before = longest(chains.filter((other) => other.at < at))
      found.push({ part, at, before, length: (before?.length ?? 0) + 1 })
    }
    chains.push(...found)
  }
  const begins = parts.map((): number | null => null)
  for (let one = longest(chains); one !== null; one = one.before) begins[one.part] = one.at
  return begins
}

/** A part that begins at a line, behind as many others as can be. */
interface Begin {
  part: number
  at: number
  before: Begin | null
  length: number
}

const MAX_BEGINS = 8

/** Of equally long ones that which ends first. */
const longest = (chains: readonly Begin[]): Begin | null =>
  chains.reduce<Begin | null>(
    (best, one) =>
      best === null || one.length > best.length || (one.length === best.length && one.at < best.at)
        ? one
        : best,
    null,
  )

/** Knows the line that a part prints first; null for a part without one. */
export function beginOf(part: ShellPart): ((line: string) => boolean) | null {
  if (part.isHidden === true || part.isPiped === true || part.into.length > 0) return null
  const said = saidBy(part)
  if (said !== null) return said
  const script = scriptOf(part.words)
  return script === null ? null : (line) => isBanner(line, script)
}

/** Knows what an `echo` prints, whatever its variables hold; null where too little of it is fixed. */
export function saidBy({ words, tells }: ShellPart): ((line: string) => boolean) | null {
  const [program = '', ...args] = words
  if (program !== 'echo' || tells !== undefined) return null
  const said = args.filter((arg) => !/^-[neE]+$/.test(arg)).join(' ')
  const pieces = said.trim().split(VARIABLE)
  if (/[$`\\*?\n]/.test(pieces.join('')) || said.length > MAX_SAID) return null
  const [first = '', ...rest] = pieces
  if (rest.length === 0) return first.length < 2 ? null : (line) => line === first
  const last = rest.pop()!
  if (pieces.join('').replaceAll(/\W/g, '').length < 2) return null
  return (line) => {
    let at = line.startsWith(first) ? first.length : -1
    for (const piece of rest) if (at !== -1) at = line.indexOf(piece, at)
    return at !== -1 && line.endsWith(last) && line.length >= at + last.length
  }
}

/** What older or other versions of it don't print. */
function sometimesBegins({
  words,
  into,
  isHidden,
  isPiped,
}: ShellPart): ((line: string) => boolean) | null {
  if (isHidden === true || isPiped === true || into.length > 0) return null
  const [program, verb] = words
  if (program === 'yarn') return (line) => line.startsWith('yarn run v')
  return program === 'bun' && verb === 'run' ? (line) => line.startsWith('$ ') : null
}

const VARIABLE = /\$(?:\w+|\{[^{}$]{1,80}\}|\([^()$]{1,200}\))/
const MAX_SAID = 1_000

/** npm, pnpm and yarn print `> name@1.0.0 test` before a script. */
function scriptOf([program = '', ...args]: readonly string[]): string | null {
  if (program !== 'npm' && program !== 'pnpm') return null
  const [verb = '', name = ''] = args.filter((arg) => !arg.startsWith('-'))
  return /^run(?:-script)?$/.test(verb) ? name : verb === 't' ? 'test' : verb
}

/** Where another script that runs tests has its banner, one that has none never ran. */
const printsBanner = (part: ShellPart): boolean =>
  beginOf(part) !== null &&
  part.join !== '|' &&
  !part.words.some((word) => word === '-s' || word === '--silent')

function isBanner(line: string, script: string): boolean {
  // `packages/web lint$ eslint .`
  if (line.split(' ', 2)[1] === `${script}$`) return true
  if (!line.startsWith('> ')) return false
  const [name = '', ...rest] = line.slice(2).split(' ')
  return rest[0] === script && name.includes('@')
}

export function textOf(
  index: number,
  begins: readonly (number | null)[],
  lines: readonly string[],
  owners: readonly (number | null)[] = [],
): string {
  const own = begins[index] ?? begins.slice(0, index).findLast((at) => at !== null) ?? 0
  const next = begins.slice(index + 1).find((at) => at !== null && at > own)
  const isOwn = (_: string, at: number): boolean => (owners[own + at] ?? index) === index
  return lines
    .slice(own, next ?? undefined)
    .filter(isOwn)
    .join('\n')
}

const programOf = ({ words }: ChosenPart): string => baseName(words[0] ?? '')

/** Runs of tests that share a text: the last summary is of the last of them, and so on backwards. */
function shareSummaries(
  chosen: readonly ChosenPart[],
  texts: readonly string[],
  read: readonly PartOutput[],
): PartOutput[] {
  const shared = [...read]
  const tests = chosen.flatMap(({ kind }, at) =>
    kind === 'test' && read[at]!.hasSummary === true ? [at] : [],
  )
  let left: string | null = null
  for (const at of tests.toReversed()) {
    const sharers = tests.filter((other) => texts[other] === texts[at])
    if (sharers.length < 2) continue
    const rest: string = left ?? texts[at]!
    // What is left is of the first of them, as often as it ran.
    const { isRepeated } = chosen[at]!
    const program = programOf(chosen[at]!)
    const all = at === sharers[0] && isRepeated ? readTestOutput(rest, program) : null
    const last = all === null ? readLastSummary(rest, program) : { found: all, before: '' }
    // The only summary that is left is of the part whose program alone prints such a one.
    const isOf = (other: number): boolean =>
      RUNNERS_OF.get(programOf(chosen[other]!))?.includes(last?.found.runner ?? '') === true
    const isOthers =
      last !== null &&
      !isOf(at) &&
      sharers.some((other) => other < at && isOf(other)) &&
      readTestOutput(last.before) === null
    if (last === null || isOthers) shared[at] = NO_OUTPUT
    else {
      const { failing } = last.found.counts.failed === 0 ? last.found : read[at]!
      shared[at] = readSummary({ ...last.found, failing })
      left = last.before
    }
  }
  return shared
}
