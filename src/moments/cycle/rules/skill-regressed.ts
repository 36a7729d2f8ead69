import type { Outcome } from '../../../schema/outcome.js'
import { differenceInterval } from '../../../util/difference-interval.js'
import type { Rule, SkillFacts } from './rule.js'
import { sessionsReading } from './skill-failure-correlation.js'

const MIN_SESSIONS = 3

/**
 * A changed skill whose readers certainly fail more often than before the change: it is taken out of
 * use. Nothing is said where one side has no sessions.
 */
export const skillRegressed: Rule<SkillFacts> = {
  id: 'skill_regressed',
  check(facts) {
    const { before } = facts
    const worse = howMuchWorse(facts)
    if (worse === null) return null
    const after = readsAfter(facts)
    return {
      rule: 'skill_regressed',
      severity: 'action_taken',
      subject_type: 'skill',
      subject_id: facts.id,
      detail:
        `since its change ${after.failed} of ${after.failed + after.completed} sessions that read it failed, ` +
        `before it ${before.failed} of ${before.failed + before.completed}: ` +
        `${points(worse.low)} to ${points(worse.high)} points more (95 %)`,
      action_taken: 'retired_skill',
      count: after.failed,
    }
  },
  isOver: (facts) => howMuchWorse(facts) === null,
}

/** The interval of the difference where it excludes zero; null otherwise. */
function howMuchWorse(facts: SkillFacts): { low: number; high: number } | null {
  const { change, before } = facts
  if (change?.commit == null || change.after === '') return null
  const after = readsAfter(facts)
  if (after.failed < MIN_SESSIONS || before.failed + before.completed === 0) return null
  const interval = differenceInterval(
    { successes: after.failed, n: after.failed + after.completed },
    { successes: before.failed, n: before.failed + before.completed },
  )
  return interval.low > 0 ? interval : null
}

function readsAfter({ id, change, failed, completed }: SkillFacts) {
  const since = (outcomes: readonly Outcome[]) =>
    outcomes.filter(({ timestamp }) => timestamp > (change?.settled_at ?? ''))
  return {
    failed: sessionsReading(id, since(failed)),
    completed: sessionsReading(id, since(completed)),
  }
}

const points = (share: number): number => Math.round(100 * share)
