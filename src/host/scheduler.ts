/**
 * Runs the tasks that are due. A due row is taken and the next run planned in the transaction that
 * starts the run: counted from now, so what was missed while the machine slept runs once. A task
 * that is still running when it is due again waits for its next time.
 */
import type { DueRow } from '../schema/due-row.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { Task } from '../schema/task.js'
import type { Change } from '../store.js'
import { timestampName } from '../util/names-on-disk.js'
import type { HostDeps } from './host-deps.js'
import { interactionWrite } from './interaction.js'
import type { Runner } from './runner.js'
import { runSubSession } from './sub-session.js'
import type { StartChange, SubSessionEnd } from './sub-session.js'
import { jobOf } from './tasks.js'

export interface DueTaskInput {
  row: DueRow
  task: Task
  runner: Runner
  signal: AbortSignal
}

/** Runs one due task, unless another process has it or its last run goes on. */
export async function runDueTask(
  { row, task, runner, signal }: DueTaskInput,
  deps: HostDeps,
): Promise<SubSessionEnd> {
  const { id: taskId, ai_prompt: objective, timeout_ms: timeoutMs } = task
  const key = `task-run:${taskId}:${row.dueAt}`
  // The same in every process, so that they can tell this run from the one before.
  const sessionId = `task-${taskId}-${timestampName(new Date(row.dueAt))}`
  const end = await runSubSession(
    {
      sessionId,
      taskId,
      objective,
      runner,
      timeoutMs,
      signal,
      startKeys: [key],
      onStart: (task, logged) =>
        task?.status === 'active' && !logged.has(key) ? taken(task, row, key, deps.now()) : null,
    },
    deps,
  )
  if (end.kind === 'overlap' && end.holder !== null && end.holder !== sessionId) {
    await skip(taskId, row, key, deps)
  }
  return end
}

/** The row is moved to the next time, or goes where there is none. */
function taken(task: Task, row: DueRow, key: string, now: Date): StartChange {
  const at = now.toISOString()
  const next = jobOf(task, now)
  const event: NewLogEvent = {
    at,
    kind: 'host.task-taken',
    sessionId: null,
    key,
    body: { task: task.id, due_at: row.dueAt },
  }
  return {
    writes: next,
    removes: next.length > 0 ? [] : [{ kind: 'due', id: row.id }],
    events: [event],
  }
}

function skip(taskId: string, row: DueRow, key: string, { store, now }: HostDeps): Promise<null> {
  const at = now().toISOString()
  const decide = (task: Task | null): Change<null> | null => {
    if (task === null) return null
    const change = taken(task, row, key, now())
    const note = interactionWrite({
      id: key,
      action: 'task_skipped',
      session: `task:${taskId}`,
      input: row.dueAt,
      output: 'its last run was still going',
      timestamp: at,
    })
    return { ...change, writes: [...change.writes, note], result: null }
  }
  return store.once(key, decide, { about: { kind: 'task', id: taskId } })
}

/** Tasks whose time has passed while nothing ran that could run them. */
export async function overdueTasks(
  { store, now }: Pick<HostDeps, 'store' | 'now'>,
  graceMs: number,
): Promise<{ task: string; dueAt: string }[]> {
  const before = new Date(now().getTime() - graceMs).toISOString()
  const rows = await store.list('due', { kind: 'task-run', before, order: 'oldest', limit: 1000 })
  return rows.map(({ payload, dueAt }) => ({ task: payload['task'] ?? '', dueAt }))
}
