import { failureStreak } from '../../../host/outcomes.js'
import { isRecent } from './rule.js'
import type { Rule, TaskFacts } from './rule.js'

/** A task that only ever times out needs more time or a simpler prompt; it is not paused. */
export const timeoutPattern: Rule<TaskFacts> = {
  id: 'timeout_pattern',
  check(facts, settings) {
    const streak = failureStreak(facts.outcomes)
    if (streak.length < settings.consecutiveFailureLimit || !isRecent(facts, settings)) return null
    if (streak.some(({ status }) => status !== 'timeout')) return null
    return {
      rule: 'timeout_pattern',
      severity: 'warning',
      subject_type: 'task',
      subject_id: facts.id,
      detail: `the last ${streak.length} runs in a row timed out; give it a longer timeout or a simpler prompt`,
      action_taken: '',
      count: streak.length,
    }
  },
  // A failure among the timeouts makes it the other rule's case.
  isOver: ({ outcomes }) => (outcomes[0]?.status ?? 'timeout') !== 'timeout',
}
