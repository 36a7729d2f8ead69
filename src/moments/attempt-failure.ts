/**
 * The one notion of how an attempt ended: it failed when a test, a build or a claim is red at its end,
 * and passed only when checks show it. Evidence comes in, what is red goes out. The stop's gates
 * object to the same; lessons and their exposures count by it.
 */
import { allowsRed } from '../read/demands/allows-red.js'
import { isSure } from '../read/prose/is-sure.js'
import { mayBeEditedSince } from '../read/ledger/order.js'
import { pathInProject } from '../read/ledger/path-in-project.js'
import { covers } from '../read/shell/covers.js'
import type { Claim } from '../schema/claim.js'
import type { CommandRun, Evidence } from '../schema/evidence.js'

export interface AttemptFailure {
  /** Checks that are red, the last run first. */
  runs: CommandRun[]
  /** What the agent says and the record contradicts. */
  claims: Claim[]
}

/** null when nothing is red. */
export function findAttemptFailure(evidence: Evidence): AttemptFailure | null {
  const runs = redRuns(evidence)
  const claims = redClaims(evidence)
  return runs.length + claims.length === 0 ? null : { runs, claims }
}

export type AttemptOutcome = 'failed' | 'passed' | 'unknown'

/**
 * Nothing red is no success: each sort of check that ran must have passed since the last edit, and
 * none may be left that did not pass. What the agent says can make a failure unknown, never a pass.
 */
export function attemptOutcome(evidence: Evidence): AttemptOutcome {
  if (findAttemptFailure(evidence) !== null) return 'failed'
  const runs = latestRuns(evidence)
  const fresh = runs.filter((run) => run.result === 'passed' && !mayBeEditedSince(run, evidence))
  const isShown = (run: CommandRun): boolean =>
    (run.result === 'passed' || isSettled(run, runs)) &&
    fresh.some((pass) => sortOf(pass) === sortOf(run))
  return runs.length > 0 && runs.every(isShown) ? 'passed' : 'unknown'
}

/** The checks as they stand at the end, by their commands; what an edit made stale is neither. */
export function checksAtEnd(evidence: Evidence): {
  result: AttemptOutcome
  green: string[]
  red: string[]
} {
  const red = redRuns(evidence)
  const green = latestRuns(evidence).filter(
    (run) => run.result === 'passed' && !mayBeEditedSince(run, evidence),
  )
  // A claim that the record contradicts is no check.
  const whole = attemptOutcome(evidence)
  const result = red.length > 0 ? 'failed' : whole === 'failed' ? 'unknown' : whole
  return { result, green: commandsOf(green), red: commandsOf(red) }
}

/** With their folder: elsewhere the same words are another check. */
const commandsOf = (runs: readonly CommandRun[]): string[] =>
  runs.map(({ command, folder = '' }) => (folder === '' ? command : `cd ${folder} && ${command}`))

type CheckKind = CommandRun['kind']

const CHECK_KINDS: ReadonlySet<CheckKind> = new Set<CheckKind>(['test', 'build', 'typecheck'])

/** Runs that failed by the agent's doing, and say what failed. Words excuse them, and cause none. */
function redRuns(evidence: Evidence): CommandRun[] {
  const { messages, flags } = evidence.request
  if (flags.readOnly !== null || flags.planOnly !== null || evidence.firstEditStep === null)
    return []
  const isWanted = ({ kind, failing }: CommandRun): boolean =>
    kind === 'test' && (flags.redExpected !== null || allowsRed(messages, failing))
  return lastRuns(evidence).filter(
    (run) =>
      isFreshFailure(run, evidence) &&
      isNew(run, evidence) &&
      isQuotable(run) &&
      !isWanted(run) &&
      (wasGreen(run, evidence) || isOfEditedTest(run, evidence) || !isExcused(evidence)),
  )
}

/** What is left of the last runs: an earlier failure that was fixed is no news. */
function lastRuns(evidence: Evidence): CommandRun[] {
  const runs = latestRuns(evidence)
  return runs.filter((run) => !isSettled(run, runs))
}

/** The last run of each command of a kind, the latest first. */
function latestRuns({ commands }: Evidence): CommandRun[] {
  const last = new Map<string, CommandRun>()
  for (const run of commands) if (CHECK_KINDS.has(run.kind)) last.set(run.key, run)
  return [...last.values()].toSorted((a, b) => b.step - a.step)
}

/** A run that failed is settled when a later one passed that looked at all of it. */
const isSettled = (run: CommandRun, runs: readonly CommandRun[]): boolean =>
  runs.some((later) => later.step >= run.step && later.result === 'passed' && covers(later, run))

const sortOf = ({ kind }: CommandRun): CheckKind => (kind === 'typecheck' ? 'build' : kind)

/** Failed, and no edit since that could have fixed it. */
const isFreshFailure = (run: CommandRun, evidence: Evidence): boolean =>
  run.result === 'failed' && !mayBeEditedSince(run, evidence)

/** It passed before, or was never run before the first edit; what was red already is not new. */
function isNew(run: CommandRun, { commands, firstEditStep }: Evidence): boolean {
  const before = commands.filter(
    ({ key, step }) => key === run.key && step < (firstEditStep ?? run.step),
  )
  if (commands.some((one) => one.step < (firstEditStep ?? 0) && isSameFailure(one, run)))
    return false
  const last = before.at(-1)
  if (last === undefined || last.result === 'passed') return true
  if (last.result !== 'failed') return false
  const known = new Set(last.failing)
  const added = run.failing.filter((name) => !known.has(name))
  if (run.failing.length > 0 && last.failing.length > 0) return added.length > 0
  return (run.counts?.failed ?? 0) > (last.counts?.failed ?? Infinity)
}

/** Under another name it printed the same. */
const isSameFailure = (one: CommandRun, { kind, gist, failing }: CommandRun): boolean =>
  one.kind === kind &&
  one.result === 'failed' &&
  gist !== '' &&
  one.gist === gist &&
  one.failing.join('\n') === failing.join('\n')

/** An exit code alone does not say what to fix. */
const isQuotable = (run: CommandRun): boolean =>
  run.failing.length > 0 || (run.counts?.failed ?? 0) > 0 || run.gist !== ''

/** Until the first edit it passed: "it failed before" is no excuse then. */
const wasGreen = (run: CommandRun, { commands, firstEditStep }: Evidence): boolean =>
  commands.some(
    ({ key, step, result }) =>
      key === run.key && step < (firstEditStep ?? 0) && result === 'passed',
  )

/** What fails is in a test file that the session edited: it is of its making. */
const isOfEditedTest = ({ failing }: CommandRun, evidence: Evidence): boolean =>
  evidence.edits.some((edit) =>
    failing.some((name) => name.split(' › ', 1)[0] === pathInProject(edit.file, evidence)),
  )

/** The agent says that it can't run here, or is not of its making. */
const isExcused = ({ sentences }: Evidence): boolean =>
  sentences.some(
    (sentence) =>
      (sentence.act === 'blocked' || sentence.act === 'dismissed') && isSure(sentence, 'note'),
  )

/** What the agent says and the record contradicts, and no later run may have shown. */
const redClaims = (evidence: Evidence): Claim[] =>
  evidence.claims.filter(
    ({ kind, status, step }) =>
      status === 'contradicted' && (DEEDS.has(kind) || !isOutdated(step, evidence)),
  )

/** What no test shows, whatever it is called. */
const DEEDS: ReadonlySet<Claim['kind']> = new Set(['pushed', 'deployed', 'migrated'])

/** An unknown test command that ran later may have shown what is claimed. */
const isOutdated = (step: number | null, { commands }: Evidence): boolean =>
  step !== null && commands.some((run) => run.step > step && mayBeTest(run))

/** A test, or a command whose name smells of one: if that can't be told, abstain. */
const mayBeTest = ({ kind, command }: Pick<CommandRun, 'kind' | 'command'>): boolean =>
  kind === 'test' ||
  ((kind === 'run' || kind === 'other') &&
    /test|spec|check|verify|assert|repro|validat|smoke|e2e|\bci\b|\bqa\b/i.test(command))
