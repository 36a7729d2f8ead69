import type { Rule, Settings, TaskFacts } from './rule.js'

const RESULTS = 3

/** A task that runs and says next to nothing, however seldom it runs. */
export const staleTask: Rule<TaskFacts> = {
  id: 'stale_task',
  check(facts, settings) {
    // A task that is only reported has no row of its own; its outcomes are its runs.
    if (facts.task?.run_count === 0) return null
    const lengths = lastLengths(facts)
    if (lengths.length < RESULTS || lengths.some(isLong(settings))) return null
    return {
      rule: 'stale_task',
      severity: 'warning',
      subject_type: 'task',
      subject_id: facts.id,
      detail: `the last ${RESULTS} results are shorter than ${settings.minResultLength} characters`,
      action_taken: '',
      count: RESULTS,
    }
  },
  isOver: (facts, settings) => lastLengths(facts).some(isLong(settings)),
}

const lastLengths = ({ outcomes }: TaskFacts): number[] =>
  outcomes
    .filter(({ status }) => status === 'completed')
    .slice(0, RESULTS)
    .map(({ result_length }) => result_length)

const isLong =
  ({ minResultLength }: Pick<Settings, 'minResultLength'>) =>
  (length: number): boolean =>
    length >= minResultLength
