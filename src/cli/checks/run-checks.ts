import type { CheckRunner } from '../../checks.js'
import { observeRepository } from '../../read/repository.js'
import { checksFor } from '../../moments/stop/checks/plan-checks.js'
import { recordEnd, recordStart } from '../../moments/stop/checks/record-run.js'
import { isRed, wasRedWith } from '../../moments/stop/checks/proof.js'
import { openCheckRunner } from '../../wiring/open-checks.js'
import type { CheckRun } from '../../schema/check-run.js'
import type { Check } from '../../schema/check.js'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { withStore } from '../with-store.js'
import { resultWords, seconds, shownCommand } from './describe-check.js'
import type { ChecksHere } from './own-checks.js'
import { findCheck, runsOf } from './own-checks.js'

const RED = 3
/** Another run in this working tree comes first. */
const PATIENCE_MS = 10 * 60_000

/** Runs the user's checks, one after another; the exit code is 3 when one of them is red. */
export async function runChecks(
  here: ChecksHere,
  { name, changed }: { name: string | undefined; changed: boolean },
): Promise<{ runs: CheckRun[]; exitCode: number }> {
  const { context } = here
  if (context.env['REFLECTION_PARENT']) {
    throw new ReflectError(
      'usage',
      "Checks don't run inside a check, or inside another run of ours",
      {
        remedy: 'Run the command itself instead of `reflect checks run`.',
      },
    )
  }
  const chosen = await choose(here, name, changed)
  const runner = openCheckRunner({ ...context, workspace: here.workspace })
  const runs: CheckRun[] = []
  for (const [at, check] of chosen.entries()) {
    context.note(`[${at + 1}/${chosen.length}] ${check.name}: ${shownCommand(check)}`)
    const run = await withStore(here.workspace, (store) => runOne(check, { here, runner, store }))
    runs.push(run)
    context.note(
      `      ${resultWords(run)}${run.durationMs === null ? '' : ` (${seconds(run.durationMs)})`}`,
    )
  }
  return { runs, exitCode: Math.max(0, ...runs.map(exitCodeOf)) }
}

async function choose(
  { checks, workspace }: ChecksHere,
  name: string | undefined,
  changed: boolean,
): Promise<Check[]> {
  const named = name === undefined ? checks : [findCheck(name, checks)]
  if (!changed) return named
  const { filesChanged } = await observeRepository({ root: workspace.root, startPoint: null })
  return checksFor(named, filesChanged)
}

async function runOne(
  check: Check,
  { here, runner, store }: { here: ChecksHere; runner: CheckRunner; store: Store },
): Promise<CheckRun> {
  const last = (await runsOf(check, store)).runs.find(({ state }) => state === 'finished')
  const before = last !== undefined && isRed(last) ? (last.failure?.tests ?? []) : null
  const run = await runner.run({
    check,
    worktree: here.workspace.root,
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
  throw new ReflectError(
    'store-locked',
    `Another run is using this working tree, so "${check.name}" did not run`,
    {
      remedy: 'Wait for it to finish, then try again.',
    },
  )
}

/** Red is 3; what could not be run says nothing of the work, and is a failure of the run. */
function exitCodeOf(run: CheckRun): number {
  const { state, result, exitCode } = run
  if (state === 'discarded') return exitCode === 0 ? 0 : RED
  if (isRed(run)) return RED
  return state === 'finished' && result !== 'unrunnable' ? 0 : 1
}
