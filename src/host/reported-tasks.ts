import { oneLineSafely } from '../safety/clip-safely.js'
import type { Outcome } from '../schema/outcome.js'
import type { Task } from '../schema/task.js'
import { readHostEvents } from './host-events.js'
import type { Store } from '../store.js'

/** The runner of a task that another scheduler runs: it is only reported here. */
export const REPORTED = 'reported'

const MAX_OUTCOMES = 2000
const MAX_SUMMARY = 200

/** Tasks that there is no row of, only outcomes, by id; none that was removed and has not run since. */
export async function listReported(store: Store): Promise<Task[]> {
  const outcomes = await store.list('outcome', { limit: MAX_OUTCOMES })
  const removals = await readHostEvents(store, { kinds: ['task.removed'], order: 'newest' })
  const ids = new Set(outcomes.flatMap(({ task_id }) => task_id ?? []))
  const tasks: Task[] = []
  for (const id of ids) {
    if ((await store.get('task', id)) !== null) continue
    const removal = removals.find(({ body }) => 'task_id' in body && body.task_id === id)
    const runs = outcomes.filter(({ task_id }) => task_id === id)
    if (removal === undefined || runs[0]!.timestamp > removal.at) tasks.push(toTask(id, runs))
  }
  return tasks.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** A task by its id, scheduled here or only reported; null when there is neither. */
export async function findTask(id: string, store: Store): Promise<Task | null> {
  const known = await store.get('task', id)
  if (known !== null) return known
  const runs = await store.list('outcome', { subject: id, limit: MAX_OUTCOMES })
  return runs.length === 0 ? null : toTask(id, runs)
}

function toTask(id: string, newestFirst: readonly Outcome[]): Task {
  const [last] = newestFirst
  const objective = newestFirst.find((run) => run.objective !== '')?.objective ?? ''
  return {
    id,
    content: objective === '' ? id : objective,
    ai_prompt: objective,
    schedule: null,
    status: 'active',
    pause_reason: null,
    run_count: newestFirst.length,
    last_run_at: last?.timestamp ?? null,
    last_result_summary: oneLineSafely(last?.error ?? last?.result ?? '', MAX_SUMMARY),
    runner: REPORTED,
    timeout_ms: 1,
  }
}
