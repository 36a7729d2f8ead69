import type { Outcome } from '../../../schema/outcome.js'
import type { Rule, SkillFacts } from './rule.js'

const MIN_SESSIONS = 3

/** A skill that is read where things fail more often than where they work. */
export const skillFailureCorrelation: Rule<SkillFacts> = {
  id: 'skill_failure_correlation',
  check(facts) {
    if (!isSuspect(facts)) return null
    const { failed, completed } = reads(facts)
    return {
      rule: 'skill_failure_correlation',
      severity: 'action_taken',
      subject_type: 'skill',
      subject_id: facts.id,
      detail: `read in ${failed} failed sessions and in ${completed} that worked`,
      action_taken: 'flagged_skill',
      count: failed,
    }
  },
  isOver: (facts) => !isSuspect(facts),
}

function isSuspect(facts: SkillFacts): boolean {
  const { failed, completed } = reads(facts)
  return failed >= MIN_SESSIONS && failed > completed
}

/** Where a list was cut, its count is scaled up to the whole look-back: both sides are seen alike. */
function reads({ id, failed, completed, failedShare, completedShare }: SkillFacts) {
  return {
    failed: Math.round(sessionsReading(id, failed) / failedShare),
    completed: Math.round(sessionsReading(id, completed) / completedShare),
  }
}

export const sessionsReading = (skill: string, outcomes: readonly Outcome[]): number =>
  new Set(
    outcomes
      .filter(({ skills_read }) => skills_read.includes(skill))
      .map(({ session_id }) => session_id),
  ).size
