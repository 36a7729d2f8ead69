/**
 * A sub-session: one objective, one runner, one outcome. That it started is recorded before
 * anything runs, with a row that finds it should this process die; how it ended is recorded once.
 * One task never overlaps itself, in whichever process.
 */
import type { Outcome } from '../schema/outcome.js'
import type { DueRow } from '../schema/due-row.js'
import type { Task } from '../schema/task.js'
import type { Change } from '../store.js'
import { processStart } from '../util/process-start.js'
import { hostDue, hostDueId } from './due-rows.js'
import type { HostDeps } from './host-deps.js'
import { hostEvent } from './host-events.js'
import { interactionWrite } from './interaction.js'
import { leaseHolder, takeLease } from './lease.js'
import { recordOutcome } from './outcomes.js'
import { failedRun } from './runner.js'
import type { Runner, RunnerResult } from './runner.js'

export interface SubSessionInput {
  sessionId: string
  taskId: string | null
  /** The session that this one works for. */
  parentId?: string
  objective: string
  runner: Runner
  timeoutMs: number
  signal: AbortSignal
  /** What starting it changes besides, in the same transaction; null when it may not start. */
  onStart?(task: Task | null, logged: ReadonlySet<string>): StartChange | null
  /** Log keys that `onStart` asks about. */
  startKeys?: readonly string[]
}

export type StartChange = Pick<Change<null>, 'writes' | 'removes' | 'events'>

export type SubSessionEnd =
  | { kind: 'ended'; outcome: Outcome }
  /** The caller gave it up; nothing is recorded against the task. */
  | { kind: 'stopped' }
  /** Another run of this task is going on, or this very one, in another process. */
  | { kind: 'overlap'; holder: string | null }
  | { kind: 'not_due' }

/** A run that was silent for this long is looked after. */
const WATCH_AFTER_MS = 20_000

export async function runSubSession(
  input: SubSessionInput,
  deps: HostDeps,
): Promise<SubSessionEnd> {
  const { sessionId, taskId } = input
  const lease = await takeLease(runLease(taskId, sessionId), sessionId, deps)
  if (lease === null) {
    return { kind: 'overlap', holder: await leaseHolder(runLease(taskId, sessionId), deps) }
  }
  try {
    const startedAt = deps.now()
    if (!(await start(input, startedAt, deps))) return { kind: 'not_due' }
    const result = await runSafely(input, startedAt, deps)
    if (result.status === 'stopped') return await giveBack(input, deps)
    const outcome = toOutcome(input, { ...result, status: result.status }, startedAt, deps.now())
    await recordOutcome(outcome, deps)
    return { kind: 'ended', outcome }
  } finally {
    await lease.release().catch(() => undefined)
  }
}

export const runLease = (taskId: string | null, sessionId: string): string =>
  `run:${taskId ?? sessionId}`

async function start(
  input: SubSessionInput,
  startedAt: Date,
  { store }: HostDeps,
): Promise<boolean> {
  const { sessionId, taskId, runner, startKeys = [] } = input
  const at = startedAt.toISOString()
  const key = `started:${sessionId}`
  const onStart = input.onStart ?? (() => NO_MORE)
  const decide = (task: Task | null, logged: ReadonlySet<string>): Change<true> | null => {
    const more = onStart(task, logged)
    if (more === null) return null
    const body = { task_id: taskId, runner: runner.name, parent_id: input.parentId ?? null }
    return {
      writes: [{ kind: 'due', record: watchRow(input, startedAt, {}) }, ...more.writes],
      removes: more.removes,
      events: [hostEvent('sub_session.started', body, { at, sessionId, key }), ...more.events],
      result: true,
    }
  }
  return (await store.once(key, decide, { about: taskOf(taskId), alsoKeys: startKeys })) ?? false
}

const taskOf = (id: string | null) => (id === null ? null : ({ kind: 'task', id } as const))

const NO_MORE: StartChange = { writes: [], removes: [], events: [] }

async function runSafely(
  input: SubSessionInput,
  startedAt: Date,
  { store }: HostDeps,
): Promise<RunnerResult> {
  const { sessionId, objective, timeoutMs, signal } = input
  try {
    return await input.runner.run({
      sessionId,
      objective,
      timeoutMs,
      signal,
      // Known to the process that finds the run, should this process be killed and its child live on.
      onProcess: async (pid) => {
        const processOf = { pid: String(pid), started: processStart(pid) ?? '' }
        await store.add([{ kind: 'due', record: watchRow(input, startedAt, processOf) }])
      },
    })
  } catch (error) {
    return failedRun(`the runner failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function watchRow(
  { sessionId, taskId, objective }: SubSessionInput,
  startedAt: Date,
  processOf: Record<string, string>,
): DueRow {
  return hostDue('run-watch', sessionId, {
    dueAt: new Date(startedAt.getTime() + WATCH_AFTER_MS),
    payload: {
      session: sessionId,
      objective,
      started_at: startedAt.toISOString(),
      ...(taskId === null ? {} : { task: taskId }),
      ...processOf,
    },
  })
}

/** A run that was given up is no failure. Its task is due again, unless it was run by hand. */
async function giveBack(
  { sessionId, taskId, startKeys }: SubSessionInput,
  { store, now, nextId }: HostDeps,
): Promise<SubSessionEnd> {
  const at = now().toISOString()
  const key = `stopped:${sessionId}`
  const decide = (task: Task | null): Change<null> => ({
    writes: [
      interactionWrite({
        id: nextId(),
        action: 'sub_session_stopped',
        session: sessionId,
        input: taskId ?? '',
        output: 'given up with the process that ran it',
        timestamp: at,
      }),
      ...(startKeys === undefined || task?.status !== 'active'
        ? []
        : [
            {
              kind: 'due' as const,
              record: hostDue('task-run', task.id, { dueAt: now(), payload: { task: task.id } }),
            },
          ]),
    ],
    removes: [{ kind: 'due', id: hostDueId('run-watch', sessionId) }],
    events: [hostEvent('sub_session.stopped', { task_id: taskId }, { at, sessionId, key })],
    result: null,
  })
  await store.once(key, decide, { about: taskOf(taskId) })
  return { kind: 'stopped' }
}

function toOutcome(
  { sessionId, taskId, objective }: SubSessionInput,
  result: RunnerResult & { status: Outcome['status'] },
  startedAt: Date,
  endedAt: Date,
): Outcome {
  return {
    session_id: sessionId,
    task_id: taskId,
    objective,
    ...result,
    duration_ms: Math.max(0, endedAt.getTime() - startedAt.getTime()),
    timestamp: endedAt.toISOString(),
  }
}
