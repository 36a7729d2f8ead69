import { CRASHES } from '../../data/crashes.js'
import { CUT_OFF, UNMET } from '../../data/runners.js'
import { RAN_NONE, WRITERS } from '../../data/tools.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import type { CommandKind, CommandRun } from '../../schema/evidence.js'
import { baseName } from '../../util/base-name.js'
import { readFailingNames, readTestOutput } from './read-test-output.js'
import type { TestOutput } from './read-test-output.js'
import { readTools, toolLines } from './read-tools.js'
import type { Printer, ToolOutput } from './read-tools.js'

/** What one command's output says of how it ended. */
export interface PartOutput extends Pick<CommandRun, 'counts' | 'failing' | 'gist'> {
  result: 'passed' | 'failed' | null
  /** How much it says: counts more than an error line, that more than a task runner's last words. */
  strength: number
  /** A runner's summary was found in it. */
  hasSummary?: true
  /** There was no test to run. */
  ranNothing?: true
}

export const NO_OUTPUT: PartOutput = {
  result: null,
  counts: null,
  failing: [],
  gist: '',
  strength: 0,
}

export interface PrintingPart {
  kind: CommandKind
  words: readonly string[]
  /** Its line has a command that runs tests: a summary is that one's. */
  besideTests?: boolean
  /** Programs of its line that speak for themselves. */
  beside?: ReadonlySet<string> | undefined
}

/** Reads what a command of this kind printed. */
export function readPart(output: string, part: PrintingPart): PartOutput {
  const { kind, words, besideTests = false, beside } = part
  const program = baseName(words[0] ?? '')
  const summary = COUNTING.has(kind) && !besideTests ? readTestOutput(output, program) : null
  if (summary === null) return readWords(output, part)
  const isTold = summary.counts.failed > 0 || beside?.has('coverage') === true
  const [unmet] = isTold ? [] : (UNMET.exec(output) ?? [])
  const read = readSummary(summary)
  return unmet === undefined ? read : { ...read, ...RED, gist: oneLineSafely(unmet, 160) }
}

const RED = { result: 'failed', strength: 8 } as const

/** Kinds whose commands may run tests; a program of the project's own may be a test. */
const COUNTING: ReadonlySet<CommandKind> = new Set(['test', 'build', 'lint', 'run'])

export function readSummary({ counts, failing, gist }: TestOutput): PartOutput {
  const isRed = counts.failed > 0
  return {
    ...(isRed ? RED : { result: 'passed', strength: 3 }),
    counts,
    failing,
    gist,
    hasSummary: true,
  }
}

function readWords(output: string, { kind, words, beside }: PrintingPart): PartOutput {
  const [none] = kind === 'test' ? (RAN_NONE.exec(output) ?? []) : []
  if (none !== undefined)
    return { ...NO_OUTPUT, counts: NOTHING, gist: oneLineSafely(none, 160), ranNothing: true }
  const cut = kind === 'test' ? CUT_OFF.exec(output)?.[0] : undefined
  if (cut !== undefined)
    return {
      ...NO_OUTPUT,
      result: 'failed',
      failing: readFailingNames(output),
      gist: oneLineSafely(cut.trim(), 160),
      strength: 4,
    }
  if (kind === 'other' || kind === 'git' || kind === 'gh') return NO_OUTPUT
  const crash = kind === 'run' ? readCrash(output) : null
  if (crash !== null) return crash
  const tool = readTools(output, printerOf({ kind, words, beside }))
  return tool === null ? NO_OUTPUT : ofTool(tool)
}

const ofTool = ({ result, gist, strength }: ToolOutput): PartOutput => ({
  ...NO_OUTPUT,
  result,
  gist,
  strength,
})

/** Each line that tells of a command, in their order. */
export const toldLines = (
  output: string,
  part: PrintingPart,
): { index: number; end: PartOutput }[] =>
  toolLines(output, printerOf(part)).map(({ index, end }) => ({ index, end: ofTool(end) }))

const printerOf = ({ kind, words, beside }: PrintingPart): Printer => ({
  kind,
  program: baseName(words[0] ?? ''),
  beside,
  writes: kind === 'format' && isWriting(words),
})

function isWriting([program = '', ...args]: readonly string[]): boolean {
  if (args.some((word) => ASKS.test(word))) return false
  return WRITERS.has(baseName(program)) || args.some((word) => WRITES.test(word))
}

const WRITES = /^(?:-w|-i|--write|--in-place|--fix)$/
const ASKS =
  /^--?(?:c|d|l|n|check(?:=.*)?|diff|list-different|dry-run|verify-no-changes|check-formatted|set-exit-if-changed|lint|test|validate|output=none|Werror)$/

/** A program of the project says nothing of how it ended, unless it crashed. */
function readCrash(output: string): PartOutput | null {
  const lower = output.toLowerCase()
  const line = CRASHES.find(({ sign }) => lower.includes(sign))?.line.exec(output)?.[0]
  if (line === undefined) return null
  const gist = `${CRASHED}${oneLineSafely(line, 150)}`
  return { ...NO_OUTPUT, result: 'failed', gist, strength: 4 }
}

/** A gist that begins with it is of a program that crashed. */
export const CRASHED = 'crashed: '

const NOTHING: CommandRun['counts'] = { passed: 0, failed: 0, skipped: 0 }
