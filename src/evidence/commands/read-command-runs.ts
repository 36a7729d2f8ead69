/**
 * What a shell line proved. The line, its exit code and its output come in; one run for each of its
 * commands that has a kind goes out. Counts that a runner printed beat the exit code, an exit code
 * counts only for the command that it belongs to, and where neither says it the result is unknown.
 */
import { oneLineSafely } from '../../safety/clip-safely.js'
import type { CommandKind, CommandRun } from '../../schema/evidence.js'
import { shortHash } from '../../util/loose-json.js'
import { readCoverage } from '../runners/read-coverage.js'
import { readFailingNames, readTestOutput } from '../runners/read-test-output.js'
import type { TestOutput } from '../runners/test-output.js'
import { bareCommand } from './bare-command.js'
import { commandKind } from './command-kind.js'
import type { CommandResult } from './command-result.js'
import { hasNotSucceeded, isQuiet, ownExitCode } from './own-exit-code.js'
import { readBuildOutput } from './read-build-output.js'
import { readCheckWords } from './read-check-words.js'
import { readDeedErrors } from './read-deed-errors.js'
import { IS_PUSH, showsDelivery } from './shows-delivery.js'
import { splitCommand } from './split-command.js'
import type { CommandPart } from './split-command.js'

export interface FinishedCommand extends CommandResult {
  command: string
}

export type CommandRunDraft = Omit<CommandRun, 'step' | 'turn' | 'part' | 'endedAt'>

/** A run before its output was looked at. */
export interface StartedRun {
  draft: CommandRunDraft
  /** Which of the line's commands it is. */
  index: number
  /** A runner that we know: its exit code means what exit codes mean. */
  known: boolean
  /** Nothing else in its line prints anything of its own. */
  alone: boolean
  /** Its line ended badly, and did not get through it. */
  undone?: boolean
  /** It ran earlier in its line too: what they printed stands in one text, and the end of it is its own. */
  again?: boolean
}

/** Everything that a line proved. */
export const readCommandRuns = (finished: FinishedCommand): CommandRunDraft[] =>
  listRuns(splitCommand(finished.command), finished).map(({ draft, ...started }) => ({
    ...draft,
    ...readRunOutput(draft, { ...started, finished }),
  }))

/** Which kind a whole line is known by, when it has several that are not asked for. */
const PLAIN: ReadonlySet<CommandKind> = new Set(['run', 'other'])

/** The runs of a line by its words and its exit code; what they printed is read apart from it. */
export function listRuns(parts: readonly CommandPart[], finished: CommandResult): StartedRun[] {
  return chooseParts(parts).map((part, at, all) => ({
    index: part.index,
    known: part.known,
    alone: part.alone,
    ...(hasNotSucceeded(parts, part.index, finished) ? { undone: true } : {}),
    ...(all.slice(0, at).some(({ key }) => key === part.key) ? { again: true } : {}),
    draft: {
      command: part.command,
      key: part.key,
      kind: part.kind,
      exitCode: ownExitCode(parts, part.index, finished),
      result: 'unknown',
      counts: null,
      failing: [],
      gist: '',
    },
  }))
}

interface ChosenPart extends Pick<CommandRun, 'command' | 'key' | 'kind'> {
  index: number
  known: boolean
  alone: boolean
}

/** The same split line is asked about again and again: agents repeat themselves. */
const chosen = new WeakMap<readonly CommandPart[], ChosenPart[]>()

function chooseParts(parts: readonly CommandPart[]): ChosenPart[] {
  const known = chosen.get(parts)
  if (known !== undefined) return known
  const loud = new Set(parts.flatMap((part) => (isQuiet(part) ? [] : programOf(part))))
  const all = parts.map((part, index) => ({ ...classify(part, index), alone: loud.size <= 1 }))
  const telling = all.filter(({ kind }) => !PLAIN.has(kind))
  const plain = all.filter(
    ({ kind, command }) => kind === 'run' || !/^(cd|echo|export|set|sleep)\b/.test(command),
  )
  const found = telling.length > 0 ? telling.slice(0, 6) : plain.slice(-1)
  chosen.set(parts, found)
  return found
}

const programOf = ({ words }: CommandPart): string => bareCommand(words)[0] ?? ''

function classify(part: CommandPart, index: number): Omit<ChosenPart, 'alone'> {
  const words = bareCommand(part.words)
  const { kind, known } = commandKind(words)
  const { text, body } = part
  // Scripts that differ are different work, though they begin alike.
  const key = body === undefined ? keyOf(words) : `${keyOf(words)} #${shortHash(body)}`
  return { index, known, kind, command: oneLineSafely(text, 200), key }
}

type RunOutput = Pick<CommandRun, 'kind' | 'result' | 'counts' | 'failing' | 'gist' | 'coverage'>
type RunToRead = Pick<CommandRun, 'kind' | 'exitCode' | 'key'>
type UnreadRun = Omit<StartedRun, 'draft' | 'index'> & { finished: CommandResult }

/** How a run ended, by what it printed and how it exited. */
export function readRunOutput(run: RunToRead, started: UnreadRun): RunOutput {
  const isMeasured = run.kind === 'test' || /cov/i.test(run.key)
  const coverage = isMeasured ? readCoverage(started.finished.output) : null
  return { ...readEnd(run, started), ...(coverage === null ? {} : { coverage }) }
}

function readEnd(run: RunToRead, started: UnreadRun): RunOutput {
  const { known, alone, finished } = started
  const part = { kind: run.kind, exitCode: run.exitCode, known }
  const read = started.again === true ? readLastSummary : readTestOutput
  const summary = PRINTS_COUNTS.has(run.kind) ? read(finished.output) : null
  if (summary !== null) {
    const { counts, failing, gist } = summary
    const kind = run.kind === 'run' ? 'test' : run.kind
    return { kind, result: counts.failed > 0 ? 'failed' : 'passed', counts, failing, gist }
  }
  const [none] = run.kind === 'test' ? (RAN_NONE.exec(finished.output) ?? []) : []
  if (none !== undefined)
    return {
      kind: run.kind,
      result: 'unknown',
      counts: NOTHING,
      failing: [],
      gist: oneLineSafely(none, 160),
    }
  const isDeed = DEEDS.has(run.kind) && alone && run.exitCode !== 0
  const printed =
    (known ? null : readCheckWords(finished.output)) ??
    (isDeed ? readDeedErrors(finished.output) : null) ??
    (PRINTS_ERRORS.has(run.kind) ? readBuildOutput(finished.output) : null) ??
    (IS_PUSH.test(run.key) ? readPushOutput(finished.output) : null) ??
    (started.undone === true ? readUndone(run, finished) : null)
  const isHidden = run.exitCode === 0 && isHiddenError(run, printed?.gist ?? '')
  const result = isHidden ? 'failed' : resultOf(part, finished, printed?.result ?? null)
  const gist = printed !== null && printed.result === result ? printed.gist : ''
  const isRed = run.kind === 'test' && result === 'failed'
  const failing = isRed ? readFailingNames(finished.output) : []
  return { kind: run.kind, result, counts: null, failing, gist }
}

/** In a runner's own words; where any test ran, it is summed up. */
const RAN_NONE = new RegExp(
  [
    String.raw`^\?[ \t]+\S+[ \t]+\[no test files\]$|\bno tests? (?:found|ran|files? found|to run|(?:were )?executed)\b`,
    String.raw`|\bcollected 0 items\b|^running 0 tests$|^Ran 0 tests\b|^0 examples, 0 failures|^# tests 0$`,
    String.raw`|^No test is available in\b|^No test matches the given\b`,
  ].join(''),
  'im',
)
const NOTHING: CommandRun['counts'] = { passed: 0, failed: 0, skipped: 0 }

/** What the last of several runs summed up: the shortest end of the text that is a runner's summary. */
function readLastSummary(output: string): TestOutput | null {
  const lines = output.trimEnd().split('\n')
  for (let from = lines.length - 1; from >= Math.max(0, lines.length - MAX_SUMMARY); from -= 1) {
    const found = readTestOutput(lines.slice(from).join('\n'))
    if (found === null) continue
    const failing = found.counts.failed === 0 ? [] : (readTestOutput(output)?.failing ?? [])
    return { ...found, failing }
  }
  return null
}

const MAX_SUMMARY = 40

/** `"build": "tsc ; cp …"`: a script ends with its last command's code, and the compiler's errors stay. */
const isHiddenError = ({ kind, key }: Pick<CommandRun, 'kind' | 'key'>, gist: string): boolean =>
  (kind === 'build' || kind === 'typecheck') &&
  /^(?:npm|pnpm|yarn|bun|make|just|task) /.test(key) &&
  /\berror TS\d+:|^error\[E\d+\]:|^Found [1-9]\d* errors? in /.test(gist)

/** Git says itself that nothing arrived, wherever the push stood in its line. */
function readPushOutput(output: string): { result: 'failed'; gist: string } | null {
  const line = /^.*(?:! \[(?:remote )?rejected\]|failed to push some refs).*$/m.exec(output)?.[0]
  return line === undefined ? null : { result: 'failed', gist: oneLineSafely(line.trim(), 200) }
}

/** An act at the end of a line that ended badly. Where there was nothing left to do it may be done. */
function readUndone(
  { kind, exitCode, key }: Pick<CommandRun, 'kind' | 'exitCode' | 'key'>,
  ended: CommandResult,
): { result: 'failed'; gist: string } | null {
  if (exitCode !== null || !ACTS.has(kind) || NOTHING_LEFT.test(ended.output)) return null
  if (showsDelivery(key, ended.output)) return null
  const [error] = /^(?:fatal|error|ERROR|Error): .*$/m.exec(ended.output) ?? []
  const code = `its line ended with exit code ${ended.exitCode ?? 'not zero'}`
  return {
    result: 'failed',
    gist: oneLineSafely(error === undefined ? code : `${code}: ${error}`, 160),
  }
}

const ACTS: ReadonlySet<CommandKind> = new Set(['git', 'gh', 'deploy', 'migrate'])
const NOTHING_LEFT =
  /nothing (?:added )?to commit|working tree clean|up[- ]to[- ]date|already (?:exists|applied|published)|no changes/i

interface Part {
  kind: CommandKind
  exitCode: number | null
  known: boolean
}

const PRINTS_COUNTS: ReadonlySet<CommandKind> = new Set(['test', 'build', 'lint', 'run'])
/** They act on something outside the tree, or on all of it: their errors stand at the start of a line. */
const DEEDS: ReadonlySet<CommandKind> = new Set(['migrate', 'deploy', 'format'])
const PRINTS_ERRORS: ReadonlySet<CommandKind> = new Set([
  'test',
  'build',
  'typecheck',
  'lint',
  'deploy',
])

function resultOf(
  part: Part,
  { status, output }: CommandResult,
  printed: 'passed' | 'failed' | null,
): CommandRun['result'] {
  const { exitCode, kind } = part
  if (status === 'pending' || status === 'denied' || status === 'interrupted') return 'unknown'
  if (isNoVerdict(part, output)) return 'unknown'
  // A word of failure in the output of what went well is about something else.
  if (!part.known && exitCode === 0 && printed === 'failed') return 'unknown'
  if (!part.known || exitCode === null) return printed ?? 'unknown'
  if (exitCode === 0) return 'passed'
  return kind === 'other' || kind === 'run' ? 'unknown' : 'failed'
}

/** Ended without saying anything about the work: cut off, never started, nothing to do. */
function isNoVerdict({ exitCode, kind }: Part, output: string): boolean {
  if (
    exitCode === 126 ||
    exitCode === 127 ||
    exitCode === 130 ||
    exitCode === 137 ||
    exitCode === 143
  )
    return true
  // What `timeout` cut off, wherever it stood in the line.
  if (exitCode === 124) return true
  if (exitCode === 0) return kind === 'test' && NO_TESTS.test(output)
  return NOT_STARTED.test(output) || (kind === 'test' && NO_TESTS.test(output))
}

/** The output says that the command itself was not there, or had nothing to do. */
export const saysNothingRan = (output: string): boolean =>
  NOT_STARTED.test(output) || NO_TESTS.test(output)

const NO_TESTS =
  /\bno tests? (?:found|ran|files? found|to run|were executed)\b|\bcollected 0 items\b/i
const NOT_STARTED = new RegExp(
  [
    String.raw`\bcommand not found\b|\bmissing script:|`,
    String.raw`\bis not recognized as an internal or external command\b|`,
    String.raw`\bNo such file or directory\b.{0,1000}\bcd\b|\bcd:.{0,1000}No such file|`,
    String.raw`ERR_PNPM_NO_SCRIPT|Command timed out after|\bno (?:connected )?(?:devices|emulators)\b`,
  ].join(''),
  'i',
)

/** The same work gives the same key: no wrappers, no verbosity, no pagers. */
function keyOf(words: readonly string[]): string {
  const kept = words.filter((word) => !NOISE.test(word))
  return oneLineSafely(kept.join(' '), 160)
}

const NOISE =
  /^(-v+|--verbose|-q|--quiet|--silent|-s|--color(=\S+)?|--no-color|--colors|--nocapture|--reporter=\S+|--tb=\S+|-x|--bail(=\d+)?|--)$/
