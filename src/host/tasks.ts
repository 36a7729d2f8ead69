/**
 * Recurring work: tasks are added, paused, resumed and removed here, each in one transaction with
 * its event and its job. The job is a due row: a paused task has none. A runner is named, never
 * given; what would never run is refused.
 */
import { ReflectError } from '../schema/error.js'
import { resolvedFinding } from './resolved-finding.js'
import { Task } from '../schema/task.js'
import type { RecordWrite } from '../schema/records.js'
import type { Change } from '../store.js'
import { hostDue, hostDueId } from './due-rows.js'
import type { HostDeps } from './host-deps.js'
import { hostEvent } from './host-events.js'
import { interactionWrite } from './interaction.js'
import { pausedTask } from './pause-task.js'
import { checkSchedule, nextRun } from './schedule.js'

/** Recurring work that is to be added. */
export interface NewTask {
  id: string
  /** What it is, for people. @default the prompt */
  content?: string
  ai_prompt: string
  schedule: Task['schedule']
  runner: string
  timeout_ms: number
}

const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const MAX_PROMPT = 100_000

/** Adds recurring work; refused when there is a task of that name, or when it could never run. */
export async function addTask(input: NewTask, { store, now }: HostDeps): Promise<Task> {
  const at = now()
  if (!TASK_ID.test(input.id)) {
    throw new ReflectError('usage', `"${input.id}" can't be the id of a task`, {
      remedy: 'Use 1 to 64 letters, digits, dots, hyphens and underscores.',
    })
  }
  if (input.ai_prompt.trim() === '' || input.ai_prompt.length > MAX_PROMPT) {
    throw new ReflectError('usage', `A prompt has 1 to ${MAX_PROMPT} characters`)
  }
  if (input.schedule !== null) checkSchedule(input.schedule, at)
  const task: Task = Task.parse({
    content: input.ai_prompt,
    ...input,
    status: 'active',
    pause_reason: null,
    run_count: 0,
    last_run_at: null,
    last_result_summary: null,
  })
  const isNew = await store.change({ kind: 'task', id: task.id, at: at.toISOString() }, (known) =>
    known === null
      ? {
          writes: [{ kind: 'task', record: task }, ...jobOf(task, at)],
          removes: [],
          events: [switched('task.added', task.id, at)],
          result: true,
        }
      : nothing(false),
  )
  if (isNew) return task
  throw new ReflectError('usage', `A task "${task.id}" already exists`, {
    remedy: `Remove it first: reflect tasks remove ${task.id}`,
  })
}

/** The row by which the scheduler finds a task; none without a schedule. */
export function jobOf(task: Task, after: Date): RecordWrite[] {
  const dueAt = task.schedule === null ? null : nextRun(task.schedule, after)
  if (dueAt === null) return []
  const record = hostDue('task-run', task.id, { dueAt, payload: { task: task.id } })
  return [{ kind: 'due', record }]
}

/** Pauses a task: it keeps its place and has no job. */
export function pauseTask(id: string, reason: string, { store, now }: HostDeps): Promise<Task> {
  const at = now().toISOString()
  return store.change({ kind: 'task', id, at }, (task) => {
    const known = existing(task, id)
    if (known.status === 'paused') return nothing(known)
    const paused = pausedTask(known, { by: 'user', reason, at })
    return { ...paused, result: { ...known, status: 'paused', pause_reason: `user: ${reason}` } }
  })
}

/** Takes a pause back, whoever made it, and settles the findings that led to it. */
export async function resumeTask(id: string, { store, now, nextId }: HostDeps): Promise<Task> {
  const at = now()
  const open = await store.list('finding', { subject: id, state: 'open' })
  const paused = open.filter((finding) => finding.action_taken === 'paused_task')
  const resumed = await store.change({ kind: 'task', id, at: at.toISOString() }, (task) => {
    const known = existing(task, id)
    if (known.status === 'active') return nothing(known)
    const active: Task = { ...known, status: 'active', pause_reason: null }
    return {
      writes: [
        { kind: 'task', record: active },
        ...jobOf(active, at),
        interactionWrite({
          id: nextId(),
          action: 'task_resumed',
          session: `task:${id}`,
          input: known.pause_reason ?? '',
          output: '',
          timestamp: at.toISOString(),
        }),
      ],
      removes: [],
      events: [switched('task.resumed', id, at, known.pause_reason ?? '')],
      result: active,
    }
  })
  for (const finding of paused) {
    await store.change({ kind: 'finding', id: finding.id, at: at.toISOString() }, (known) =>
      resolvedFinding(known, at.toISOString()),
    )
  }
  return resumed
}

/** Removes a task for good; its outcomes stay. */
export function removeTask(id: string, { store, now }: HostDeps): Promise<void> {
  const at = now()
  return store.change({ kind: 'task', id, at: at.toISOString() }, (task) => {
    existing(task, id)
    return {
      writes: [],
      removes: [
        { kind: 'task', id },
        { kind: 'due', id: hostDueId('task-run', id) },
      ],
      events: [switched('task.removed', id, at)],
      result: undefined,
    }
  })
}

const switched = (
  kind: 'task.added' | 'task.removed' | 'task.resumed',
  task_id: string,
  at: Date,
  reason = '',
) => hostEvent(kind, { task_id, by: 'user', reason }, { at: at.toISOString() })

export function existing(task: Task | null, id: string): Task {
  if (task !== null) return task
  throw new ReflectError('not-found', `There is no task "${id}"`, {
    remedy: '`reflect tasks list` shows them all.',
  })
}

const nothing = <R>(result: R): Change<R> => ({ writes: [], removes: [], events: [], result })
