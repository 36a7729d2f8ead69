import { subjectsIn } from '../../../evidence/message/subjects.js'
import { placeOf, mayBeEditedSince } from '../../../evidence/order.js'
import type { CommandRun, Evidence } from '../../../schema/evidence.js'
import { isNew, redRuns } from '../../attempt-failure.js'
import { findBuilt } from '../closing/find-built.js'
import type { Gate, Objection, StopFacts } from '../gate.js'

/** Tests that fail at the end and were not known to fail before the work began. */
export const failingTests: Gate = {
  id: 'failing_tests',
  tier: 'push',
  yieldsToPerson: false,
  check: (facts) => checkRuns(facts, ['test'], 'tests'),
}

/** The same for what has to compile. */
export const failingBuild: Gate = {
  id: 'failing_build',
  tier: 'push',
  yieldsToPerson: false,
  // A linter's word counts where the request asks for it.
  check: (facts) =>
    checkRuns(facts, ['build', 'typecheck'], 'build') ??
    (subjectsIn(facts.asked).has('lint') ? checkRuns(facts, ['lint'], 'lint') : null) ??
    calledBuilt(facts),
}

type Checked = 'tests' | 'build' | 'lint'

function checkRuns(
  { evidence }: StopFacts,
  kinds: readonly CommandRun['kind'][],
  what: Checked,
): Objection | null {
  const [run] = redRuns(evidence, kinds)
  if (run === undefined) return null
  return {
    fact: `The ${what} ${what === 'tests' ? 'fail' : 'fails'} after your last edit`,
    quote: `${run.command}: ${[run.gist, ...run.failing].filter((part) => part !== '').join('; ')}`,
    severity: 'HIGH',
    missing: what === 'tests' ? 'passing tests' : `a ${what} that passes`,
    nextAction:
      what === 'tests'
        ? 'Fix what fails and run the tests again.'
        : `Fix the error and run the ${what} again.`,
    requested: true,
  }
}

/** The last build ended badly, and the message says that it is built: no edit is needed for that. */
function calledBuilt({ evidence, closing }: StopFacts): Objection | null {
  const run = evidence.commands.findLast(({ kind }) => kind === 'build' || kind === 'typecheck')
  if (run === undefined || !endedBadly(run) || mayBeBuiltSince(run, evidence)) return null
  if (evidence.firstEditStep !== null && !isNew(run, evidence)) return null
  const built = findBuilt(closing.sentences)
  if (built === null) return null
  return {
    fact: 'You say that it is built, and the build did not end well',
    quote: `${run.command}: ${run.gist === '' ? `exit code ${run.exitCode}` : run.gist}`,
    read: built,
    severity: 'HIGH',
    missing: 'a build that passes',
    nextAction: 'Make it true and show the command that proves it, or take the statement back.',
    requested: true,
  }
}

/** It failed, crashed, was killed or never began. Who ends it by hand may have seen enough. */
const endedBadly = ({ result, exitCode }: CommandRun): boolean =>
  result === 'failed' ||
  (result === 'unknown' && exitCode !== null && exitCode !== 0 && !ENDED_BY_HAND.has(exitCode))

const ENDED_BY_HAND: ReadonlySet<number> = new Set([130, 143])

/** Code was edited, or something ran that may have built it under another name. */
const mayBeBuiltSince = (run: CommandRun, evidence: Evidence): boolean =>
  mayBeEditedSince(run, evidence) ||
  evidence.commands.some(
    (later) => placeOf(later) > placeOf(run) && RUNS.has(later.kind) && later.exitCode === 0,
  )

const RUNS: ReadonlySet<CommandRun['kind']> = new Set(['run', 'test', 'deploy'])
