import { failureStreak } from '../../../host/outcomes.js'
import { isRecent } from './rule.js'
import type { Rule, TaskFacts } from './rule.js'

/** A task that keeps failing is paused. Pure timeout streaks are another rule's. */
export const consecutiveFailures: Rule<TaskFacts> = {
  id: 'consecutive_failures',
  check(facts, settings) {
    const streak = failureStreak(facts.outcomes)
    if (streak.length < settings.consecutiveFailureLimit || !isRecent(facts, settings)) return null
    if (!streak.some(({ status }) => status === 'failed')) return null
    return {
      rule: 'consecutive_failures',
      severity: 'action_taken',
      subject_type: 'task',
      subject_id: facts.id,
      detail: `the last ${streak.length} runs in a row failed or timed out`,
      action_taken: 'paused_task',
      count: streak.length,
    }
  },
  isOver: ({ outcomes }) => outcomes[0]?.status === 'completed',
}
