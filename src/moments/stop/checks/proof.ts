/**
 * What is known of a check without running it: what the transcript shows, and what earlier runs of
 * ours found. Pure.
 */
import { chooseParts } from '../../../read/shell/choose-parts.js'
import { parseLine } from '../../../read/shell/parse-line.js'
import { mayBeEditedSince } from '../../../read/ledger/order.js'
import type { CheckFailure, CheckRun } from '../../../schema/check-run.js'
import type { CommandRun, Evidence } from '../../../schema/evidence.js'

/** The same command, run by the agent after its last edit: null when it was not, or said nothing. */
export function seenResult(line: string, evidence: Evidence): 'passed' | 'failed' | null {
  const keys = keysOf(line)
  const results = keys.map((key) => {
    const run = evidence.commands.findLast(
      (one) => one.key === key && !mayBeEditedSince(one, evidence),
    )
    return run === undefined ? null : endOf(run)
  })
  if (results.includes('failed')) return 'failed'
  return keys.length > 0 && results.every((result) => result === 'passed') ? 'passed' : null
}

const keysOf = (line: string): string[] => chooseParts(parseLine(line)).map(({ key }) => key)

/** For a check the exit code counts, whatever its name says. */
const endOf = ({ result, exitCode }: CommandRun): 'passed' | 'failed' | null =>
  result !== 'unknown' ? result : exitCode === null ? null : exitCode === 0 ? 'passed' : 'failed'

/** A run of ours on this very tree, whatever came of it; null when it has to be run. */
export const knownRun = (runs: readonly CheckRun[], tree: string | null): CheckRun | null =>
  tree === null
    ? null
    : (runs.find(
        ({ state, treeBefore, result }) =>
          state === 'finished' && treeBefore === tree && result !== 'unrunnable',
      ) ?? null)

/** How long it took when it last came to an end, or was given up as too slow. */
export const lastDurationMs = (runs: readonly CheckRun[]): number | null =>
  runs.find(({ durationMs }) => durationMs !== null)?.durationMs ?? null

export interface Before {
  line: string
  evidence: Evidence
  /** Newest first. */
  runs: readonly CheckRun[]
  /** The content of the working tree that the session began with; null when that is not known. */
  startTree: string | null
}

/** The tests that failed before the session; empty: it was red without a name; null: it was not, or that is unknown. */
export type FailingBefore = readonly string[] | null

/** By the transcript, up to the first edit, or by a run of ours on what the session began with. */
export function failingBefore({ line, evidence, runs, startTree }: Before): FailingBefore {
  const keys = keysOf(line)
  const first = evidence.firstEditStep ?? Infinity
  const seen = evidence.commands.findLast(
    (run) => keys.includes(run.key) && run.step < first && endOf(run) !== null,
  )
  if (seen !== undefined) return endOf(seen) === 'failed' ? seen.failing : null
  const own = knownRun(runs, startTree)
  return own !== null && isRed(own) ? (own.failure?.tests ?? []) : null
}

export const isRed = ({ result }: CheckRun): boolean =>
  result === 'new_failure' || result === 'preexisting'

/** Whether nothing fails but what failed before. */
export function wasRedWith(failure: CheckFailure | null, before: FailingBefore): boolean {
  if (before === null) return false
  const now = failure?.tests ?? []
  if (now.length === 0 || before.length === 0) return true
  return now.every((test) => before.includes(test))
}

/** Of the failing tests those that were not red before come first. */
export function newestFirst(
  failure: CheckFailure | null,
  before: FailingBefore,
): CheckFailure | null {
  if (failure === null) return null
  const isKnown = (test: string): boolean => before?.includes(test) ?? false
  const tests = failure.tests.toSorted((a, b) => Number(isKnown(a)) - Number(isKnown(b)))
  return { ...failure, tests }
}
