/**
 * What a shell line proved. The line, its exit code and its output come in; one run for each of its
 * commands that has a kind goes out. Counts that a runner printed beat the exit code, an exit code
 * counts only for the command that it belongs to, and where neither says it the result is unknown.
 */
import type { CommandKind, CommandRun } from '../../schema/evidence.js'
import type { ToolStatus } from '../../schema/transcript.js'
import { oneLine } from '../../util/one-line.js'
import { readTestOutput } from '../runners/read-test-output.js'
import { bareCommand } from './bare-command.js'
import { commandKind } from './command-kind.js'
import { ownExitCode } from './own-exit-code.js'
import { readBuildOutput } from './read-build-output.js'
import { splitCommand } from './split-command.js'

export interface FinishedCommand {
  command: string
  exitCode: number | null
  status: ToolStatus
  output: string
}

export type CommandRunDraft = Omit<CommandRun, 'step' | 'turn'>

/** Which kind a whole line is known by, when it has several that nobody asks about. */
const PLAIN: readonly CommandKind[] = ['run', 'other']

export function readCommandRuns(finished: FinishedCommand): CommandRunDraft[] {
  const parts = splitCommand(finished.command)
  const all = parts.map((part, index) => {
    const { words, timed } = bareCommand(part.words)
    const { kind, known } = commandKind(words)
    const exitCode = ownExitCode(parts, index, finished)
    return { text: part.text, key: keyOf(words), kind, known, timed, exitCode }
  })
  const telling = all.filter(({ kind }) => !PLAIN.includes(kind))
  const plain = all.filter(
    ({ kind, text }) => kind === 'run' || !/^(cd|echo|export|set|sleep)\b/.test(text),
  )
  const chosen = telling.length > 0 ? telling : plain.slice(-1)
  return chosen.slice(0, 6).map((part) => toRun(part, finished))
}

type Part = Pick<CommandRunDraft, 'key' | 'kind' | 'exitCode'> & {
  text: string
  known: boolean
  timed: boolean
}

function toRun(part: Part, finished: FinishedCommand): CommandRunDraft {
  const base = {
    command: oneLine(part.text, 200),
    key: part.key,
    kind: part.kind,
    exitCode: part.exitCode,
  }
  const summary = PRINTS_COUNTS.has(part.kind) ? readTestOutput(finished.output) : null
  if (summary !== null) {
    const { counts, failing, gist } = summary
    const kind = part.kind === 'run' ? 'test' : part.kind
    return { ...base, kind, result: counts.failed > 0 ? 'failed' : 'passed', counts, failing, gist }
  }
  const printed = PRINTS_ERRORS.has(part.kind) ? readBuildOutput(finished.output) : null
  const result = resultOf(part, finished, printed?.result ?? null)
  const gist = printed !== null && printed.result === result ? printed.gist : ''
  return { ...base, result, counts: null, failing: [], gist }
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
  { status, output }: FinishedCommand,
  printed: 'passed' | 'failed' | null,
): CommandRun['result'] {
  const { exitCode, kind } = part
  if (status === 'pending' || status === 'denied' || status === 'interrupted') return 'unknown'
  if (isNoVerdict(part, output)) return 'unknown'
  if (exitCode === 0) return part.known ? 'passed' : 'unknown'
  if (exitCode === null) return printed ?? 'unknown'
  if (!part.known) return 'unknown'
  return kind === 'other' || kind === 'run' ? 'unknown' : 'failed'
}

/** Ended without saying anything about the work: cut off, never started, nothing to do. */
function isNoVerdict({ exitCode, timed, kind }: Part, output: string): boolean {
  if (
    exitCode === 126 ||
    exitCode === 127 ||
    exitCode === 130 ||
    exitCode === 137 ||
    exitCode === 143
  )
    return true
  if (timed && exitCode === 124) return true
  if (exitCode === 0) return kind === 'test' && NO_TESTS.test(output)
  return NOT_STARTED.test(output) || (kind === 'test' && NO_TESTS.test(output))
}

const NO_TESTS =
  /\bno tests? (?:found|ran|files? found|to run|were executed)\b|\bcollected 0 items\b/i
const NOT_STARTED =
  /\bcommand not found\b|\bmissing script:|\bis not recognized as an internal or external command\b|\bNo such file or directory\b.*\bcd\b|\bcd:\d*:? ?(?:no such file|.*No such file)|ERR_PNPM_NO_SCRIPT|Command timed out after/i

/** The same work gives the same key: no wrappers, no verbosity, no pagers. */
function keyOf(words: readonly string[]): string {
  const kept = words.filter((word) => !NOISE.test(word))
  return oneLine(kept.join(' '), 160)
}

const NOISE =
  /^(-v+|--verbose|-q|--quiet|--silent|-s|--color(=\S+)?|--no-color|--colors|--nocapture|--reporter=\S+|--tb=\S+|-x|--bail(=\d+)?|--)$/
