import type { Outcome } from '../../../schema/outcome.js'
import type { Rule, SkillFacts } from './rule.js'
import { sessionsReading } from './skill-failure-correlation.js'

const MIN_SESSIONS = 3

/** A changed skill whose readers fail more often than before the change. */
export const skillRegressed: Rule<SkillFacts> = {
  id: 'skill_regressed',
  check(facts) {
    const { change, before } = facts
    if (change?.commit == null || !isWorse(facts)) return null
    const after = readsAfter(facts)
    return {
      rule: 'skill_regressed',
      severity: 'warning',
      subject_type: 'skill',
      subject_id: facts.id,
      detail:
        `since its change ${after.failed} of ${after.failed + after.completed} sessions that read it failed, ` +
        `before it ${before.failed} of ${before.failed + before.completed}; ` +
        `to go back: reflect skills rollback ${change.commit.slice(0, 10)}`,
      action_taken: '',
      count: after.failed,
    }
  },
  isOver: (facts) => facts.change === null || !isWorse(facts),
}

function isWorse(facts: SkillFacts): boolean {
  const after = readsAfter(facts)
  return after.failed >= MIN_SESSIONS && failureRate(after) > failureRate(facts.before)
}

function readsAfter({ id, change, failed, completed }: SkillFacts) {
  const since = (outcomes: readonly Outcome[]) =>
    outcomes.filter(({ timestamp }) => timestamp > (change?.settled_at ?? ''))
  return {
    failed: sessionsReading(id, since(failed)),
    completed: sessionsReading(id, since(completed)),
  }
}

const failureRate = ({ failed, completed }: { failed: number; completed: number }): number =>
  failed === 0 ? 0 : failed / (failed + completed)
