import { CRASHES } from '../../data/crashes.js'
import { REQUESTERS, RUNTIMES } from '../../data/part-ends.js'
import { RUNS_OTHERS } from '../../data/programs.js'
import { CUT_OFF, RUNNERS_OF, UNMET } from '../../data/runners.js'
import { NOTHING_LEFT, RAN_NONE, WRITERS } from '../../data/tools.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import type { CommandKind, CommandRun } from '../../schema/evidence.js'
import { baseName } from '../../util/base-name.js'
import { readFailingNames, readTestOutput, sumLines } from './read-test-output.js'
import type { TestOutput } from './read-test-output.js'
import { NOBODY, isKnownProgram, readTools, toolLines } from './read-tools.js'
import type { Printer } from './read-tools.js'
import { oneOf } from '../../util/one-of.js'

/** What one command's output says of how it ended. */
export interface PartOutput extends Pick<CommandRun, 'counts' | 'failing' | 'gist'> {
  result: 'passed' | 'failed' | null
  /** How much it says: counts more than an error line, that more than a task runner's last words. */
  strength: number
  /** A runner's summary was found in it. */
  hasSummary?: true
  /** There was no test to run, or each was skipped. */
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
  /** Its first word that is no flag: `git push`. */
  verb?: string | undefined
  /** false: nobody has told us of its program. */
  known?: boolean
  /** Its line has a command that runs tests: a summary is that one's. */
  besideTests?: boolean
}

/** Reads what a command of this kind printed. */
export function readPart(output: string, part: PrintingPart): PartOutput {
  const program = baseName(part.words[0] ?? '')
  const summary = mayCount(part) ? readTestOutput(output, program) : null
  if (summary === null) return readWords(output, part)
  const [unmet] = summary.counts.failed > 0 ? [] : (UNMET.exec(output) ?? [])
  const read = readSummary(summary)
  return unmet === undefined ? read : { ...read, ...RED, gist: oneLineSafely(unmet, 160) }
}

const RED = { result: 'failed', strength: 8 } as const

/** Kinds whose commands may run tests; a program of the project's own may be a test. */
const COUNTING: ReadonlySet<CommandKind> = new Set(['test', 'build', 'lint', 'run'])

const mayCount = ({ kind, besideTests = false }: PrintingPart): boolean =>
  COUNTING.has(kind) && !(besideTests && kind !== 'test')

const readSummary = ({ counts, failing, gist }: TestOutput): PartOutput => ({
  ...(counts.failed > 0 ? RED : { result: ranNone(counts) ? null : 'passed', strength: 3 }),
  counts,
  failing,
  gist,
  hasSummary: true,
  ...(ranNone(counts) ? { ranNothing: true } : {}),
})

/** No test came to a result. */
export const ranNone = (counts: CommandRun['counts']): boolean =>
  counts !== null && counts.passed + counts.failed === 0

function readWords(output: string, part: PrintingPart): PartOutput {
  const { kind } = part
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
  if (kind === 'other') return NO_OUTPUT
  const crash = mayCrash(part) ? readCrash(output) : null
  if (crash !== null) return crash
  const tool = readTools(output, printerOf(part))
  return tool === null ? NO_OUTPUT : { ...NO_OUTPUT, ...tool }
}

/** A line that tells how a command ended, by its number. */
export interface EndLine {
  line: number
  result: 'passed' | 'failed'
  strength: number
  /** Nothing but this program prints it. */
  isOwn: boolean
  /** It may be of a command that only looks. */
  isLook?: true
  /** The program that may have printed it. */
  by?: string
}

/** Each line that tells of a command; of one without a kind those that its program alone prints. */
export function endLines(
  output: string,
  part: Omit<PrintingPart, 'kind'> & Partial<Pick<PrintingPart, 'kind'>>,
): EndLine[] {
  const { kind, words } = part
  const program = baseName(words[0] ?? '')
  if (kind === undefined || kind === 'other')
    return ownLines(output, part).filter(({ result }) => result === 'failed')
  return ownEndLines(output, { ...part, kind }, program)
}

/** What its program prints, whatever it was to do. */
const ownLines = (output: string, { words }: Pick<PrintingPart, 'words'>): EndLine[] =>
  toolLines(output, { program: baseName(words[0] ?? ''), verb: words[1] })
    .filter(({ end }) => end.isOwn)
    .map(({ line, end }) => ({ line, ...end }))

const failed = (line: number, strength: number): EndLine => ({
  line,
  result: 'failed',
  strength,
  isOwn: false,
})

function ownEndLines(output: string, part: PrintingPart, program: string): EndLine[] {
  const { kind } = part
  const isOwn = RUNNERS_OF.has(program)
  const sums = mayCount(part)
    ? sumLines(output, program).map(({ line, isRed }): EndLine => {
        const end = isRed ? RED : ({ result: 'passed', strength: 3 } as const)
        return { line, ...end, isOwn }
      })
    : []
  const cut = kind === 'test' ? linesWith(CUT_OFF, output).map((line) => failed(line, 4)) : []
  const unmet = kind === 'test' ? linesWith(UNMET, output).map((line) => failed(line, 8)) : []
  const crashed = mayCrash(part) ? crashLine(output) : null
  const tools = toolLines(output, printerOf(part)).map(({ line, end }) => ({ line, ...end }))
  // Programs and tests print errors of their own: that is no evidence, but it is theirs.
  const vague = isTalking(kind) ? toolLines(output, { kind: 'build', program: NOBODY }) : []
  const others = kind === 'run' && !isKnownProgram(program, kind) ? ownLines(output, part) : []
  return [
    ...sums,
    ...cut,
    ...unmet,
    ...(crashed === null ? [] : [failed(lineOf(output, crashed.index), 4)]),
    ...tools,
    ...vague.flatMap(({ line, end: { result } }) => (result === 'failed' ? failed(line, 0) : [])),
    ...others,
  ]
}

const isTalking = (kind: CommandKind): boolean => kind === 'run' || kind === 'test'

const linesWith = (pattern: RegExp, output: string): number[] =>
  [...output.matchAll(new RegExp(pattern, 'gm'))].map(({ index }) => lineOf(output, index))

const lineOf = (output: string, at: number): number => output.slice(0, at).split('\n').length - 1

const printerOf = ({ kind, words, verb }: PrintingPart): Printer => ({
  kind,
  program: baseName(words[0] ?? ''),
  verb,
  writes: kind === 'format' && isWriting(words),
})

/** A script of the project's own may run any program, and so may what runs its tasks. */
const mayRunOthers = (program: string): boolean =>
  program.includes('/') || program === '' || RUNS_OTHERS.has(baseName(program))

function isWriting([program = '', ...args]: readonly string[]): boolean {
  if (args.some((word) => ASKS.test(word))) return false
  return WRITERS.has(baseName(program)) || args.some((word) => WRITES.test(word))
}

const WRITES = oneOf('-w|-i|--write|--in-place|--fix')
const ASKS =
  /^--?(?:c|d|l|n|check(?:=.*)?|diff|list-different|dry-run|verify-no-changes|check-formatted|set-exit-if-changed|lint|test|validate|output=none|Werror)$/

/** A program of the project says nothing of how it ended, unless it crashed. */
function readCrash(output: string): PartOutput | null {
  const line = crashLine(output)
  if (line === null) return null
  const gist = `${CRASHED}${oneLineSafely(line[0], 150)}`
  return { ...NO_OUTPUT, result: 'failed', gist, strength: 4 }
}

/** A client of a server tells of another program's end. */
const mayCrash = ({ kind, words, known }: PrintingPart): boolean =>
  kind === 'run' &&
  !REQUESTERS.has(baseName(words[0] ?? '')) &&
  (known === false || mayRunOthers(words[0] ?? '') || RUNTIMES.has(baseName(words[0] ?? '')))

function crashLine(output: string): RegExpExecArray | null {
  const lower = output.toLowerCase()
  return CRASHES.find(({ sign }) => lower.includes(sign))?.line.exec(output) ?? null
}

/** A gist that begins with it is of a program that crashed. */
export const CRASHED = 'crashed: '

/** It ended badly because there was nothing to do: a commit of nothing, a tag that is there. */
export const leftNothing = ({ kind, gist }: CommandRun): boolean =>
  (kind === 'git' || kind === 'gh' || kind === 'deploy') && NOTHING_LEFT.test(gist)

const NOTHING: CommandRun['counts'] = { passed: 0, failed: 0, skipped: 0 }
