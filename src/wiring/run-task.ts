import { runDueTask } from '../host/scheduler.js'
import { failedRun } from '../host/runner.js'
import type { Runner } from '../host/runner.js'
import { runSubSession } from '../host/sub-session.js'
import type { SubSessionEnd } from '../host/sub-session.js'
import { checkOutcome } from '../moments/cycle/cycle.js'
import type { DueRow } from '../schema/due-row.js'
import type { Task } from '../schema/task.js'
import type { Host } from './open-host.js'

/** Runs a task that is due, or that is requested now, and checks how it ended. */
export async function runTask(task: Task, row: DueRow | null, host: Host): Promise<SubSessionEnd> {
  const runner = runnerOf(task, host)
  const { signal } = host
  const end =
    row === null
      ? await runSubSession(
          {
            sessionId: `task-${task.id}-${host.nextId()}`,
            taskId: task.id,
            objective: task.ai_prompt,
            runner,
            timeoutMs: task.timeout_ms,
            signal,
          },
          host,
        )
      : await runDueTask({ row, task, runner, signal }, host)
  if (end.kind === 'ended') await checkOutcome(end.outcome.session_id, host)
  return end
}

/** A runner that was taken out of the config fails its tasks, so that a person notices. */
function runnerOf({ runner: name }: Task, host: Host): Runner {
  try {
    return host.runner(name)
  } catch (error) {
    return { name, run: async () => failedRun((error as Error).message) }
  }
}
