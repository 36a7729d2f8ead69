/**
 * What a shell line proved. The line, its exit code and its output come in; one run for each of its commands
 * that has a kind goes out, with a result of its own. A part that never began is no run.
 */
import { stripVTControlCharacters } from 'node:util'
import { withoutTasks } from '../output/without-tasks.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { evenText } from '../../safety/even-text.js'
import type { CommandKind, CommandRun } from '../../schema/evidence.js'
import { NO_OUTPUT, readPart } from '../output/read-part.js'
import type { PartOutput } from '../output/read-part.js'
import { REQUESTERS } from '../../data/part-ends.js'
import { ACT_REFUSED, IN_BACKGROUND } from '../../data/tools.js'
import { baseName } from '../../util/base-name.js'
import { readFiles } from '../output/read-files.js'
import { chooseParts } from './choose-parts.js'
import { isCutOff, searchedBy } from './counted-findings.js'
import type { ChosenPart } from './choose-parts.js'
import type { CommandResult } from './command-result.js'
import { Explanation } from './explain-output.js'
import { hintsOf, silencesOf } from './line-hints.js'
import { parseLine } from './parse-line.js'
import type { ShellLine } from './shell-line.js'
import { solveLine } from './solve-line.js'
import type { PartEnd } from './solve-line.js'
import { toldCodes } from './told-codes.js'

export interface FinishedCommand extends CommandResult {
  command: string
}

export type CommandRunDraft = Omit<CommandRun, 'step' | 'turn' | 'part' | 'endedAt'>

/** Everything that a line proved. */
export const readRuns = (finished: FinishedCommand): CommandRunDraft[] =>
  settleRuns(parseLine(finished.command), finished).map(({ draft }) => draft)

export interface SettledRun {
  part: ChosenPart
  draft: CommandRunDraft
}

/** The runs of a line with their ends. */
export function settleRuns(line: ShellLine, ended: CommandResult): SettledRun[] {
  const chosen = chooseParts(line)
  if (chosen.length === 0) return []
  // Long runs of one character are shortened: what is read below is linear then.
  const output = withoutTasks(evenText(stripVTControlCharacters(ended.output)))
  const { exitCode, status } = ended
  const result = { exitCode, status, output }
  const { ends, printed } = endsOf(line, chosen, result)
  return chosen.flatMap((part, at): SettledRun[] => {
    const end = endOf(part, line, ends)
    if (end === 'not-run') return []
    const draft = toDraft(part, end, printed[at]!, result, isAside(line, part, end, result))
    return kindsOf(draft, printed[at]!).map((kind) => ({ part, draft: { ...draft, kind } }))
  })
}

/** What sums tests up ran tests, whatever its name; a script called `check` may have linted, too. */
function kindsOf({ kind, result }: CommandRunDraft, printed: PartOutput): CommandKind[] {
  if (printed.hasSummary !== true || !NAMED.has(kind)) return [kind]
  if (kind === 'run' || printed.result === 'failed') return ['test']
  return result === 'passed' ? [kind, 'test'] : [kind]
}

/** Kinds that a script has by its name alone. */
const NAMED: ReadonlySet<CommandKind> = new Set(['run', 'lint'])

/** A list of findings that has to be empty, or a search for failures, ended as the test of it did. */
function endOf(part: ChosenPart, line: ShellLine, ends: readonly PartEnd[]): PartEnd {
  const { index, kind } = part
  const asked = line.parts[index]!.asked
  const test =
    asked !== undefined && FINDING.has(kind) && kind !== 'git' ? asked : searchedBy(part, line)
  const tested = test === undefined ? null : ends[test.by]
  if (tested !== 'passed' && tested !== 'failed') return ends[index]!
  return (tested === 'passed') === test!.isEmpty ? 'passed' : 'failed'
}

/** How each part ended, and what each of the chosen ones printed. */
function endsOf(
  line: ShellLine,
  chosen: readonly ChosenPart[],
  result: CommandResult,
): { ends: readonly PartEnd[]; printed: PartOutput[] } {
  const { status, output } = result
  const code = result.exitCode ?? (status === 'failed' ? 1 : null)
  const besideTests = chosen.some(({ kind }) => kind === 'test')
  const lines = output.split('\n', MAX_LINES)
  const read = (texts: readonly string[]): PartOutput[] =>
    chosen.map((part) => {
      if (line.parts[part.index]!.isHidden === true) return NO_OUTPUT
      const found = readPart(texts[part.index]!, { ...part, besideTests })
      const isOpen =
        found.result === 'passed' && part.kind !== 'run' && isCutOff(line.parts, part.index, lines)
      return isOpen ? { ...found, result: null } : found
    })
  const whole = line.parts.map(() => output)
  const unknown = line.parts.map((): PartEnd => 'unknown')
  if (line.parts.length === 1 && line.root.kind === 'part') {
    const end = code === null || UNENDED.has(status) ? 'unknown' : code === 0 ? 'passed' : 'failed'
    return { ends: line.isUnknown ? unknown : [end], printed: read(whole) }
  }
  const isOk = code === null ? null : code === 0
  const silences = silencesOf(line, chosen, { output, code })
  const explanation = new Explanation(line.parts, chosen, output, silences)
  const told = toldCodes(line, explanation.lines)
  const hints = hintsOf(line, chosen, { output, code })
  const cost = (ends: readonly PartEnd[]): number => explanation.cost(ends)
  const { ends, way } = solveLine(line, isOk, hints, told, cost)
  const texts = way === null ? whole : explanation.texts(way)
  return { ends: UNENDED.has(status) ? unknown : ends, printed: read(texts) }
}

const MAX_LINES = 5_000
const UNENDED: ReadonlySet<CommandResult['status']> = new Set(['pending', 'denied', 'interrupted'])

function toDraft(
  part: ChosenPart,
  end: PartEnd,
  printed: PartOutput,
  result: CommandResult,
  isAside: boolean,
): CommandRunDraft {
  const { kind, command, key, folder } = part
  if (isAside) return { command, key, kind, exitCode: null, ...UNREAD }
  const code = codeOf(end, result)
  return {
    command,
    key,
    kind,
    exitCode: code,
    ...readEnd(part, end, printed, { ...result, exitCode: code }),
    ...filesOf(kind, end, result),
    ...(folder === '' ? {} : { folder: oneLineSafely(folder, 200) }),
  }
}

/** Where it was found: a check that is red elsewhere than in the change is another matter. */
function filesOf(
  kind: CommandKind,
  end: PartEnd,
  { output }: CommandResult,
): Pick<CommandRun, 'files'> {
  if (!FINDING.has(kind) || end === 'passed') return {}
  const files = readFiles(output)
  return files.length === 0 ? {} : { files }
}

const FINDING: ReadonlySet<CommandKind> = new Set(['lint', 'format', 'typecheck', 'build', 'git'])

/** It goes on while the agent is free, and nothing of it was read here. */
const isAside = (
  { parts }: ShellLine,
  { index }: ChosenPart,
  end: PartEnd,
  { output }: CommandResult,
): boolean =>
  (end === 'unknown' && parts[index]!.isAside === true && parts[index]!.isHidden === true) ||
  IN_BACKGROUND.test(output.slice(0, 400))

export const UNREAD_GIST = 'it runs in the background'
const UNREAD = {
  result: 'unknown',
  counts: null,
  failing: [],
  gist: UNREAD_GIST,
} as const satisfies Partial<CommandRun>

function codeOf(end: PartEnd, { exitCode }: CommandResult): number | null {
  if (end === 'passed') return 0
  if (end !== 'failed') return null
  return exitCode === null || exitCode === 0 ? 1 : exitCode
}

function readEnd(
  part: ChosenPart,
  end: PartEnd,
  printed: PartOutput,
  result: CommandResult,
): Pick<CommandRun, 'result' | 'counts' | 'failing' | 'gist'> {
  const { counts, failing, gist } = printed
  const ended = endedAs(part, end, printed, result)
  const said = gist !== '' && (printed.result === null || printed.result === ended) ? gist : ''
  const words = said === '' && ended === 'failed' ? whyFailed(part, result) : said
  return { result: ended, counts, failing: ended === 'failed' ? failing : [], gist: words }
}

function endedAs(
  { kind, known, key, words, verb }: ChosenPart,
  end: PartEnd,
  printed: PartOutput,
  result: CommandResult,
): CommandRun['result'] {
  if (kind === 'git' || kind === 'gh') return actEnd(verb, end, printed)
  if (ACTS.has(kind)) return end === 'undone' ? 'failed' : resultOf(end, printed)
  if (printed.hasSummary === true && printed.result === 'failed') return 'failed'
  if (result.exitCode === STOPPED) return 'unknown'
  if (printed.ranNothing === true) return end === 'failed' ? 'failed' : 'unknown'
  if (kind === 'other') return end === 'passed' ? 'passed' : 'unknown'
  if (end === 'passed' && printed.result === 'failed') {
    if (REQUESTERS.has(baseName(words[0] ?? ''))) return 'failed'
    // A script ends with its last command's code, and the compiler's errors stay.
    const isScript = kind !== 'install' && SCRIPTED.test(key)
    if (printed.strength >= 2 && (isScript || kind === 'format')) return 'failed'
    return known || kind === 'run' ? 'passed' : 'unknown'
  }
  return resultOf(end, printed)
}

/** How a commit, a push or another act ended by its own words; a push that was refused may end well. */
function actEnd(
  verb: string | undefined,
  end: PartEnd,
  { result }: PartOutput,
): CommandRun['result'] {
  if (result === 'failed' && (end !== 'passed' || verb === 'push')) return 'failed'
  if (end === 'passed' || result === 'passed') return 'passed'
  return end === 'unknown' ? 'unknown' : 'failed'
}

/** Where the line leaves it open, what was printed says it; not where another part may have printed it. */
function resultOf(end: PartEnd, { result }: PartOutput): CommandRun['result'] {
  if (end === 'passed' || end === 'failed') return end
  return end === 'undone' ? 'unknown' : (result ?? 'unknown')
}

const SCRIPTED = /^(?:npm|pnpm|yarn|bun|make|just|task|mise) /

const ACTS: ReadonlySet<CommandKind> = new Set(['git', 'gh', 'deploy', 'migrate'])

/** By a person, at the keyboard. */
const STOPPED = 130

/** Where its output does not say it: the code, or the signal that ended it. */
function whyFailed({ kind }: ChosenPart, { exitCode, output }: CommandResult): string {
  if (exitCode !== null && KILLED.has(exitCode)) return `ended by ${KILLED.get(exitCode)}`
  const [error] = ACT_REFUSED.exec(output) ?? []
  if (!ACTS.has(kind)) return oneLineSafely(error ?? lastTelling(output), 160)
  const code = `its line ended with exit code ${exitCode ?? 'not zero'}`
  return oneLineSafely(error === undefined ? code : `${code}: ${error}`, 160)
}

/** A script of the project's own says it in its own words, at its end. */
const lastTelling = (output: string): string =>
  output
    .trimEnd()
    .split('\n')
    .slice(-20)
    .findLast((line) => /fail|error|red\b|not ok/i.test(line))
    ?.trim() ?? ''

const KILLED: ReadonlyMap<number, string> = new Map([
  [124, 'a time-out'],
  [126, 'the shell: it can not be run'],
  [127, 'the shell: it was not found'],
  [134, 'an abort'],
  [137, 'a kill'],
  [139, 'a segmentation fault'],
  [143, 'a signal'],
])
