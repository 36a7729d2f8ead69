import type { ProjectFacts, Rule } from './rule.js'

/** How many sessions are looked at. */
export const LAST_SURE = 10
const MIN_SESSIONS = 3

/**
 * Sessions that the agent was sure of and that were wrong: it overlooks something that a skill could
 * tell it. Only where P1 passed: before that its confidence tells nothing. A note where P3 was killed.
 */
export const sureAndWrong: Rule<ProjectFacts> = {
  id: 'sure_and_wrong',
  check({ id, sure, isSureNoted }) {
    const wrong = sure.filter(({ isRight }) => !isRight)
    const count = wrong.length
    if (count < MIN_SESSIONS) return null
    return {
      rule: 'sure_and_wrong',
      severity: 'warning',
      subject_type: 'project',
      subject_id: id,
      detail: `of the last ${sure.length} sessions that the agent was sure of, ${count} were wrong`,
      action_taken: '',
      sessions: wrong.map(({ sessionId }) => sessionId),
      count,
      isNote: isSureNoted,
    }
  },
  isOver: () => true,
}
