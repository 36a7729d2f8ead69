/**
 * How sub-sessions ended. An outcome is recorded once, in one transaction with its event, its
 * task's counters and the row that makes sure it is checked. The questions about outcomes are
 * answered from an index and read no more than they return.
 */
import { clipSafely, oneLineSafely } from '../safety/clip-safely.js'
import { ReflectError } from '../schema/error.js'
import { Outcome } from '../schema/outcome.js'
import type { RecordWrite } from '../schema/records.js'
import type { Task } from '../schema/task.js'
import type { Change, Store } from '../store.js'
import { unfitPlace } from '../util/unfit-place.js'
import { hostDue, hostDueId } from './due-rows.js'
import { hostEvent } from './host-events.js'
import { isOwnSession } from './own-session.js'

/** The recorder checks at once; the row is for when it dies before. */
const CHECK_AFTER_MS = 30_000
const MAX_TEXT = 20_000
const MAX_SUMMARY = 200

/** Records an outcome; false when it is known already. */
export async function recordOutcome(
  outcome: Outcome,
  { store, now }: { store: Store; now(): Date },
): Promise<boolean> {
  const { session_id, task_id, status, duration_ms, error } = outcome
  const at = now().toISOString()
  const key = `outcome:${session_id}`
  const about = task_id === null ? null : ({ kind: 'task', id: task_id } as const)
  const decide = (task: Task | null): Change<true> => {
    const record = bounded(outcome)
    const body = { task_id, duration_ms, error: error === null ? null : oneLineSafely(error, 500) }
    return {
      writes: [
        { kind: 'outcome', record },
        ...(task === null ? [] : [counted(task, record)]),
        ...(isOwnSession(session_id) ? [] : [checkLater(session_id, now())]),
      ],
      removes: [{ kind: 'due', id: hostDueId('run-watch', session_id) }],
      events: [hostEvent(`sub_session.${status}`, body, { at, sessionId: session_id, key })],
      result: true,
    }
  }
  return (await store.once(key, decide, { about })) ?? false
}

/** Records how a run of another scheduler ended; false when it is known already. */
export async function reportOutcome(
  outcome: Outcome,
  deps: { store: Store; now(): Date },
): Promise<boolean> {
  const read = Outcome.safeParse(outcome)
  if (!read.success) {
    const where = unfitPlace(read.error.issues)
    throw new ReflectError(
      'record-invalid',
      `The outcome does not match its contract${where === '' ? '' : ` at ${where}`}`,
      { cause: read.error, remedy: 'schemas/outcome.schema.json has all fields.' },
    )
  }
  if (!isOwnSession(outcome.session_id)) {
    return recordOutcome(await withTask(read.data, deps.store), deps)
  }
  throw new ReflectError('usage', `${outcome.session_id} is a reserved name`, {
    remedy: "Report it under the session's own id.",
  })
}

/** Shorter objectives, such as "run", say too little to tell whose they are. */
const MIN_LINKED_CHARS = 20
const MAX_TASKS = 1000

/** Whoever reports without an id is known by the objective, where exactly one task has it. */
async function withTask(outcome: Outcome, store: Store): Promise<Outcome> {
  const objective = outcome.objective.trim()
  if (outcome.task_id !== null || objective.length < MIN_LINKED_CHARS) return outcome
  const tasks = await store.list('task', { limit: MAX_TASKS })
  const same = tasks.filter(({ ai_prompt }) => ai_prompt.trim() === objective)
  return same.length === 1 ? { ...outcome, task_id: same[0]!.id } : outcome
}

/** The outcomes since an instant, newest first. */
export const outcomesSince = (
  store: Store,
  since: string,
  { status, limit = 200 }: { status?: Outcome['status']; limit?: number } = {},
): Promise<Outcome[]> =>
  store.list('outcome', { since, limit, ...(status === undefined ? {} : { state: status }) })

/** Failures and timeouts in a row up to now; 0 after a success. */
export async function taskFailureStreak(store: Store, taskId: string, limit = 10): Promise<number> {
  return failureStreak(await store.list('outcome', { subject: taskId, limit })).length
}

/** The newest outcomes up to the first success, without those that say nothing about the work. */
export function failureStreak(newestFirst: readonly Outcome[]): Outcome[] {
  const counted = countedOutcomes(newestFirst)
  const end = counted.findIndex(({ status }) => status === 'completed')
  return counted.slice(0, end === -1 ? undefined : end)
}

/** Without what was interrupted: that was our death or the machine's, not the task's. */
export const countedOutcomes = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ status }) => status !== 'interrupted')

const bounded = (outcome: Outcome): Outcome => ({
  ...outcome,
  objective: clipSafely(outcome.objective, MAX_TEXT),
  result: clipSafely(outcome.result, MAX_TEXT),
  error: outcome.error === null ? null : clipSafely(outcome.error, MAX_TEXT),
})

function counted(task: Task, { timestamp, result, error }: Outcome): RecordWrite {
  const record: Task = {
    ...task,
    run_count: task.run_count + 1,
    last_run_at: timestamp > (task.last_run_at ?? '') ? timestamp : task.last_run_at,
    last_result_summary: oneLineSafely(error ?? result, MAX_SUMMARY),
  }
  return { kind: 'task', record }
}

function checkLater(sessionId: string, now: Date): RecordWrite {
  const dueAt = new Date(now.getTime() + CHECK_AFTER_MS)
  const payload = { outcome: sessionId }
  return { kind: 'due', record: hostDue('cycle-check', sessionId, { dueAt, payload }) }
}
