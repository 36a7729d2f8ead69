import { subjectsIn } from '../../../evidence/message/subjects.js'
import type { CommandRun } from '../../../schema/evidence.js'
import { isFalselyOld, redRuns } from '../../attempt-failure.js'
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
    (subjectsIn(facts.asked).has('lint') ? checkRuns(facts, ['lint'], 'lint') : null),
}

type Checked = 'tests' | 'build' | 'lint'

function checkRuns(
  { evidence }: StopFacts,
  kinds: readonly CommandRun['kind'][],
  what: Checked,
): Objection | null {
  const [run] = redRuns(evidence, kinds)
  if (run === undefined) return null
  const since = isFalselyOld(run, evidence) ? ', and passed before your first one' : ''
  return {
    fact: `The ${what} ${what === 'tests' ? 'fail' : 'fails'} after your last edit${since}`,
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
