import * as z from 'zod/mini'
import { hostDueId } from '../../host/due-rows.js'
import { findTask, listReported } from '../../host/reported-tasks.js'
import { resolvedFinding } from '../../host/resolved-finding.js'
import { BUILT_IN } from '../../host/runners/tool-loop.js'
import { addTask, pauseTask, resumeTask } from '../../host/tasks.js'
import { checkOutcome } from '../../moments/cycle/cycle.js'
import type { StripItem, TaskItem } from '../../schema/api/task.js'
import { ReflectError } from '../../schema/error.js'
import type { Finding } from '../../schema/finding.js'
import { countedOutcomes, reportOutcome } from '../../host/outcomes.js'
import type { Outcome } from '../../schema/outcome.js'
import type { Task } from '../../schema/task.js'
import type { Store } from '../../store.js'
import { oneLine } from '../../util/one-line.js'
import type { RouteHandler } from './api-deps.js'
import { PAGE_SIZE } from './api-deps.js'
import { beyondOf, decodeCursor, encodeCursor } from './cursor.js'
import { scanPage } from './scan-page.js'

const MAX_TASKS = 10_000
const STRIP = 20
const MAX_OUTCOMES = 50
const MAX_FINDINGS = 50

/** Recurring work by id; whoever has tasks has dozens of them, so all are looked at. */
export const listTasks: RouteHandler<'GET /tasks'> = async ({ query }, { host: { store } }) => {
  const { limit = PAGE_SIZE, cursor, status } = query
  const after = cursor === undefined ? null : decodeCursor(cursor, z.string())
  const own = await store.list('task', {
    limit: MAX_TASKS,
    ...(status === undefined ? {} : { state: status }),
  })
  const all = [...own, ...(status === 'paused' ? [] : await listReported(store))]
  const rest = all
    .filter(({ id }) => after === null || id > after)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const items = await Promise.all(rest.slice(0, limit).map((task) => toTaskItem(task, store)))
  const last = items.at(-1)
  return {
    items,
    next: rest.length > limit && last !== undefined ? encodeCursor(last.task.id) : null,
  }
}

async function toTaskItem(task: Task, store: Store): Promise<TaskItem> {
  const outcomes = await store.list('outcome', { subject: task.id, limit: STRIP })
  const due = await store.get('due', hostDueId('task-run', task.id))
  return {
    task,
    nextRunAt: due?.dueAt ?? null,
    strip: outcomes.map(toStripItem).toReversed(),
    streak: streakOf(outcomes),
    openFindings: await store.count('finding', { subject: task.id, state: 'open' }),
  }
}

export const toStripItem = (outcome: Outcome): StripItem => ({
  sessionId: outcome.session_id,
  status: outcome.status,
  at: outcome.timestamp,
  durationMs: outcome.duration_ms,
  text: oneLine(outcome.error ?? outcome.result, 200),
})

/** Failures and timeouts are one kind: neither did the work. */
function streakOf(newestFirst: readonly Outcome[]): TaskItem['streak'] {
  const kinds = countedOutcomes(newestFirst).map(({ status }) =>
    status === 'completed' ? status : 'failing',
  )
  const [kind] = kinds
  if (kind === undefined) return null
  const end = kinds.findIndex((other) => other !== kind)
  return { kind, runs: end === -1 ? kinds.length : end }
}

const TIMEOUT_MS = 600_000

export const add: RouteHandler<'POST /tasks'> = ({ body }, { host }) => {
  const { content, schedule = null, timeout_ms = TIMEOUT_MS, ...task } = body
  return addTask(
    {
      ...task,
      ...(content === undefined ? {} : { content }),
      schedule,
      timeout_ms,
      runner: BUILT_IN,
    },
    host,
  )
}

export const report: RouteHandler<'POST /outcomes'> = async ({ body }, { host }) => {
  const { session_id, task_id = null, status, result = '' } = body
  const task = task_id === null ? null : await host.store.get('task', task_id)
  const outcome: Outcome = {
    session_id,
    task_id,
    objective: body.objective ?? task?.ai_prompt ?? '',
    status,
    result,
    result_length: result.length,
    error: body.error ?? null,
    duration_ms: body.duration_ms ?? 0,
    rounds: body.rounds ?? null,
    tokens: body.tokens ?? null,
    tools_used: body.tools_used ?? [],
    skills_read: body.skills_read ?? [],
    timestamp: body.timestamp ?? host.now().toISOString(),
  }
  const recorded = await reportOutcome(outcome, host)
  const { opened, resolved } = await checkOutcome(session_id, host)
  return { recorded, opened, resolved }
}

export const readTask: RouteHandler<'GET /tasks/{id}'> = async (
  { params },
  { host: { store } },
) => {
  const task = await findTask(params.id, store)
  if (task === null) {
    throw new ReflectError('not-found', `There is no task "${params.id.slice(0, 80)}"`, {
      remedy: '`reflect tasks list` shows them all.',
    })
  }
  return {
    ...(await toTaskItem(task, store)),
    outcomes: await store.list('outcome', { subject: task.id, limit: MAX_OUTCOMES }),
    findings: await store.list('finding', { subject: task.id, limit: MAX_FINDINGS }),
  }
}

export const pause: RouteHandler<'POST /tasks/{id}/pause'> = ({ params, body }, { host }) =>
  pauseTask(params.id, body.reason ?? 'by hand', host)

export const resume: RouteHandler<'POST /tasks/{id}/resume'> = ({ params }, { host }) =>
  resumeTask(params.id, host)

/** What the cycle found, newest first. */
export const listFindings: RouteHandler<'GET /findings'> = ({ query }, { host: { store } }) => {
  const { state, subject } = query
  return scanPage<Finding, Finding>({
    limit: query.limit ?? PAGE_SIZE,
    ...beyondOf(query.cursor),
    takesAll: true,
    read: (place) =>
      store.page('finding', {
        ...place,
        ...(state === undefined ? {} : { state }),
        ...(subject === undefined ? {} : { subject }),
      }),
    placeOf: ({ opened_at, id }) => ({ at: opened_at, id }),
    toItem: (finding) => finding,
  })
}

export const readFinding: RouteHandler<'GET /findings/{id}'> = ({ params }, { host: { store } }) =>
  existingFinding(params.id, store)

export const resolve: RouteHandler<'POST /findings/{id}/resolve'> = async (
  { params },
  { host },
) => {
  const { store, now } = host
  const { id } = await existingFinding(params.id, store)
  const at = now().toISOString()
  const resolved = await store.change({ kind: 'finding', id, at }, (known) =>
    resolvedFinding(known, at),
  )
  return { finding: await existingFinding(id, store), resolved }
}

async function existingFinding(id: string, store: Store): Promise<Finding> {
  const finding = await store.get('finding', id)
  if (finding !== null) return finding
  throw new ReflectError('not-found', `There is no finding "${id.slice(0, 80)}"`, {
    remedy: 'The list of findings shows them all.',
  })
}
