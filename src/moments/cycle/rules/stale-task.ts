import { lookbackStart } from './rule.js'
import type { Rule, Settings, TaskFacts } from './rule.js'

const MIN_RESULTS = 3

/** A task that runs and says next to nothing. */
export const staleTask: Rule<TaskFacts> = {
  id: 'stale_task',
  check(facts, settings) {
    // A task that is only reported has no row of its own; its outcomes are its runs.
    if (facts.task?.run_count === 0) return null
    const lengths = recentLengths(facts, settings)
    if (lengths.length < MIN_RESULTS) return null
    if (lengths.some((length) => length >= settings.minResultLength)) return null
    return {
      rule: 'stale_task',
      severity: 'warning',
      subject_type: 'task',
      subject_id: facts.id,
      detail: `all ${lengths.length} results are shorter than ${settings.minResultLength} characters`,
      action_taken: '',
      count: lengths.length,
    }
  },
  isOver: (facts, settings) =>
    recentLengths(facts, settings).some((length) => length >= settings.minResultLength),
}

const recentLengths = ({ outcomes }: TaskFacts, settings: Settings): number[] =>
  outcomes
    .filter(
      ({ status, timestamp }) => status === 'completed' && timestamp >= lookbackStart(settings),
    )
    .map(({ result_length }) => result_length)
