import { overdueTasks } from '../../host/scheduler.js'
import { askOpenStore } from './ask-store.js'
import { about } from './check.js'
import type { Check } from './check.js'

/** A server that is there starts a task within seconds. */
const GRACE_MS = 2 * 60_000

/** Tasks that are due while no process runs them. */
export const checkTasks: Check = async ({ workspace, context: { now } }) => {
  const overdue = await askOpenStore(workspace, (store) => overdueTasks({ store, now }, GRACE_MS))
  return (overdue ?? []).map(({ task, dueAt }) =>
    about('tasks').notice(
      `${task} has been due since ${dueAt}`,
      'Start `reflect serve --headless`.',
    ),
  )
}
