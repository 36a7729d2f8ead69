/**
 * What a shell line proved. The line, its exit code and its output come in; one run for each of its
 * commands that has a kind goes out. Counts that a runner printed beat the exit code, an exit code
 * counts only for the command that it belongs to, and where neither says it the result is unknown.
 */
import { oneLineSafely } from '../../safety/clip-safely.js'
import type { CommandKind, CommandRun } from '../../schema/evidence.js'
import { shortHash } from '../../util/loose-json.js'
import { readTestOutput } from '../runners/read-test-output.js'
import { bareCommand } from './bare-command.js'
import { commandKind } from './command-kind.js'
import type { CommandResult } from './command-result.js'
import { ownExitCode } from './own-exit-code.js'
import { readBuildOutput } from './read-build-output.js'
import { readCheckWords } from './read-check-words.js'
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
}

/** Everything that a line proved. */
export const readCommandRuns = (finished: FinishedCommand): CommandRunDraft[] =>
  listRuns(splitCommand(finished.command), finished).map(({ draft, known }) => ({
    ...draft,
    ...readRunOutput(draft, { known, finished }),
  }))

/** Which kind a whole line is known by, when it has several that are not asked for. */
const PLAIN: ReadonlySet<CommandKind> = new Set(['run', 'other'])

/** The runs of a line by its words and its exit code; what they printed is read apart from it. */
export function listRuns(parts: readonly CommandPart[], finished: CommandResult): StartedRun[] {
  return chooseParts(parts).map((part) => ({
    index: part.index,
    known: part.known,
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
}

/** The same split line is asked about again and again: agents repeat themselves. */
const chosen = new WeakMap<readonly CommandPart[], ChosenPart[]>()

function chooseParts(parts: readonly CommandPart[]): ChosenPart[] {
  const known = chosen.get(parts)
  if (known !== undefined) return known
  const all = parts.map((part, index) => classify(part, index))
  const telling = all.filter(({ kind }) => !PLAIN.has(kind))
  const plain = all.filter(
    ({ kind, command }) => kind === 'run' || !/^(cd|echo|export|set|sleep)\b/.test(command),
  )
  const found = telling.length > 0 ? telling.slice(0, 6) : plain.slice(-1)
  chosen.set(parts, found)
  return found
}

function classify(part: CommandPart, index: number): ChosenPart {
  const words = bareCommand(part.words)
  const { kind, known } = commandKind(words)
  const { text, body } = part
  // Scripts that differ are different work, though they begin alike.
  const key = body === undefined ? keyOf(words) : `${keyOf(words)} #${shortHash(body)}`
  return { index, known, kind, command: oneLineSafely(text, 200), key }
}

type RunOutput = Pick<CommandRun, 'kind' | 'result' | 'counts' | 'failing' | 'gist'>

/** How a run ended, by what it printed and how it exited. */
export function readRunOutput(
  run: Pick<CommandRun, 'kind' | 'exitCode' | 'key'>,
  { known, finished }: Omit<StartedRun, 'draft' | 'index'> & { finished: CommandResult },
): RunOutput {
  const part = { kind: run.kind, exitCode: run.exitCode, known }
  const summary = PRINTS_COUNTS.has(run.kind) ? readTestOutput(finished.output) : null
  if (summary !== null) {
    const { counts, failing, gist } = summary
    const kind = run.kind === 'run' ? 'test' : run.kind
    return { kind, result: counts.failed > 0 ? 'failed' : 'passed', counts, failing, gist }
  }
  const printed =
    (known ? null : readCheckWords(finished.output)) ??
    (PRINTS_ERRORS.has(run.kind) ? readBuildOutput(finished.output) : null) ??
    (IS_PUSH.test(run.key) ? readPushOutput(finished.output) : null)
  const result = resultOf(part, finished, printed?.result ?? null)
  const gist = printed !== null && printed.result === result ? printed.gist : ''
  return { kind: run.kind, result, counts: null, failing: [], gist }
}

const IS_PUSH = /^git (?:-\S+ )*push\b/

/** Git says itself that nothing arrived, wherever the push stood in its line. */
function readPushOutput(output: string): { result: 'failed'; gist: string } | null {
  const line = /^.*(?:! \[(?:remote )?rejected\]|failed to push some refs).*$/m.exec(output)?.[0]
  return line === undefined ? null : { result: 'failed', gist: oneLineSafely(line.trim(), 200) }
}

interface Part {
  kind: CommandKind
  exitCode: number | null
  known: boolean
}

const PRINTS_COUNTS: ReadonlySet<CommandKind> = new Set(['test', 'build', 'lint', 'run'])
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
    String.raw`\bNo such file or directory\b.*\bcd\b|\bcd:\d*:? ?(?:no such file|.*No such file)|`,
    String.raw`ERR_PNPM_NO_SCRIPT|Command timed out after`,
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
