import { quoteFact } from '../../../safety/fence.js'
import type { ProjectFacts, Rule } from './rule.js'

const MIN_SESSIONS = 2
const MAX_SESSIONS = 20

/** Checks that are made weaker instead of green, more than once. */
export const weakenedChecks: Rule<ProjectFacts> = {
  id: 'weakened_checks',
  check({ id, weakened }) {
    const count = weakened.length
    if (count < MIN_SESSIONS) return null
    return {
      rule: 'weakened_checks',
      severity: 'warning',
      subject_type: 'project',
      subject_id: id,
      detail: `${count} sessions made checks weaker unasked; the last: ${quoteFact(weakened[0]!.what)}`,
      action_taken: '',
      sessions: weakened.slice(0, MAX_SESSIONS).map(({ sessionId }) => sessionId),
      count,
    }
  },
  isOver: () => true,
}
