import type { CheckRunner } from '../../../checks.js'
import { checksFor } from '../../../moments/stop/checks/plan-checks.js'
import { isRed, wasRedWith } from '../../../moments/stop/checks/proof.js'
import { recordEnd, recordStart } from '../../../moments/stop/checks/record-run.js'
import { observeRepository } from '../../../read/repository.js'
import type { CheckRun } from '../../../schema/check-run.js'
import type { Check } from '../../../schema/check.js'
import { ReflectError } from '../../../schema/error.js'
import type { Store } from '../../../store.js'
import { openCheckRunner } from '../../../wiring/open-checks.js'
import { theStore } from '../../opens.js'
import { resultWords, seconds, shownCommand } from './describe-check.js'
import { findCheck, runsOf } from './own-checks.js'
import type { ChecksHere } from './own-checks.js'

const RED = 3
/** Another run in this working tree comes first. */
const PATIENCE_MS = 10 * 60_000

/** Runs the user's checks, one after another; the exit code is 3 when one of them is red. */
export async function runChecks(
  here: ChecksHere,
  { name, changed }: { name: string | undefined; changed: boolean },
): Promise<{ runs: CheckRun[]; exit: number }> {
  const { workspace, note } = here
  if (here.env['REFLECTION_PARENT']) {
    const problem = "Checks don't run inside a check, or inside another run of ours"
    const remedy = 'Run the command itself instead of `reflect checks run`.'
    throw new ReflectError('usage', problem, { remedy })
  }
  const named = name === undefined ? here.checks : [findCheck(name, here.checks)]
  const chosen = changed ? checksFor(named, await changedFiles(workspace.root)) : named
  const runner = openCheckRunner(here)
  const runs: CheckRun[] = []
  for (const [at, check] of chosen.entries()) {
    note(`[${at + 1}/${chosen.length}] ${check.name}: ${shownCommand(check)}`)
    const run = await theStore(here, ({ store }) => runOne(check, workspace.root, runner, store))
    runs.push(run)
    const took = run.durationMs === null ? '' : ` (${seconds(run.durationMs)})`
    note(`      ${resultWords(run)}${took}`)
  }
  return { runs, exit: Math.max(0, ...runs.map(exitOf)) }
}

const changedFiles = async (root: string): Promise<string[]> =>
  (await observeRepository({ root, startPoint: null })).filesChanged

async function runOne(
  check: Check,
  worktree: string,
  runner: CheckRunner,
  store: Store,
): Promise<CheckRun> {
  const last = (await runsOf(check, store)).runs.find(({ state }) => state === 'finished')
  const before = last !== undefined && isRed(last) ? (last.failure?.tests ?? []) : null
  const run = await runner.run({
    check,
    worktree,
    sessionId: null,
    turn: null,
    trigger: 'command',
    wasRedWith: (failure) => wasRedWith(failure, before),
    budgetMs: 2 * check.timeoutMs,
    patienceMs: PATIENCE_MS,
    signal: new AbortController().signal,
    onStarted: (started) => recordStart(started, store),
  })
  if (run !== null) return recordEnd(run, store)
  const problem = `Another run is using this working tree, so "${check.name}" did not run`
  const remedy = 'Wait for it to finish, then try again.'
  throw new ReflectError('store-locked', problem, { remedy })
}

/** Red is 3; what could not be run says nothing of the work, and is a failure of the run. */
function exitOf(run: CheckRun): number {
  const { state, result, exitCode } = run
  if (state === 'discarded') return exitCode === 0 ? 0 : RED
  if (isRed(run)) return RED
  return state === 'finished' && result !== 'unrunnable' ? 0 : 1
}
