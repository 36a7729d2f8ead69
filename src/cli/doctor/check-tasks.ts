import { existsSync } from 'node:fs'
import { overdueTasks } from '../../host/scheduler.js'
import { ReflectError } from '../../schema/error.js'
import { databaseFile, openStore } from '../../wiring/workspace.js'
import { notice } from './check.js'
import type { Check } from './check.js'

/** A server that is there starts a task within seconds. */
const GRACE_MS = 2 * 60_000

/** Tasks that are due while no process runs them. */
export const checkTasks: Check = async ({ workspace, context }) => {
  const file = databaseFile(workspace)
  if (file === null || !existsSync(file)) return []
  try {
    const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
    const overdue = await overdueTasks({ store, now: context.now }, GRACE_MS)
    await store.close()
    return overdue.map(({ task, dueAt }) =>
      notice('tasks', `${task} has been due since ${dueAt}`, 'Start `reflect serve --headless`.'),
    )
  } catch (error) {
    // What is wrong with the store is another check's finding.
    if (error instanceof ReflectError) return []
    throw error
  }
}
