/**
 * Which lines of a line's output are whose. Words that an `echo` prints and the banner of a script stand where
 * their part begins; between two of them lies what the parts there printed. Several summaries of tests go to the
 * parts that run tests, in their order.
 */
import { RUNNERS_OF } from '../../data/runners.js'
import { NO_OUTPUT, readPart, readSummary } from '../output/read-part.js'
import type { PartOutput } from '../output/read-part.js'
import { readLastSummary, readTestOutput } from '../output/read-test-output.js'
import { baseName } from '../../util/base-name.js'
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
  const texts = chosen.map(({ index }) => textOf(index, begins, lines))
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
  return shareSummaries(chosen, texts, read)
}

/** For each part, the number of the output's line at which it begins; null where nothing shows it. */
export function findBegins({ parts }: ShellLine, lines: readonly string[]): (number | null)[] {
  let from = 0
  return parts.map((part) => {
    const isBegin = beginOf(part)
    if (isBegin === null) return null
    const at = lines.findIndex((line, index) => index >= from && isBegin(line.trim()))
    if (at === -1) return null
    from = at
    return at
  })
}

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
  if (!line.startsWith('> ')) return false
  const [name = '', ...rest] = line.slice(2).split(' ')
  return rest[0] === script && name.includes('@')
}

export function textOf(
  index: number,
  begins: readonly (number | null)[],
  lines: readonly string[],
): string {
  const own = begins[index] ?? begins.slice(0, index).findLast((at) => at !== null) ?? 0
  const next = begins.slice(index + 1).find((at) => at !== null && at > own)
  return lines.slice(own, next ?? undefined).join('\n')
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
