import * as z from 'zod/mini'
import { hostDueId } from '../../host/due-rows.js'
import { resolvedFinding } from '../../host/resolved-finding.js'
import { pauseTask, resumeTask } from '../../host/tasks.js'
import type { StripItem, TaskItem } from '../../schema/api/task.js'
import { ReflectError } from '../../schema/error.js'
import type { Finding } from '../../schema/finding.js'
import { countedOutcomes } from '../../host/outcomes.js'
import type { Outcome } from '../../schema/outcome.js'
import type { Task } from '../../schema/task.js'
import type { Store } from '../../store.js'
import { oneLine } from '../../util/one-line.js'
import type { Answer } from './api-deps.js'
import { PAGE_SIZE } from './api-deps.js'
import { beyondOf, decodeCursor, encodeCursor } from './cursor.js'
import { scanPage } from './scan-page.js'

const MAX_TASKS = 10_000
const STRIP = 20
const MAX_OUTCOMES = 50
const MAX_FINDINGS = 50

/** Recurring work by id; whoever has tasks has dozens of them, so all are looked at. */
export const listTasks: Answer<'GET /tasks'> = async ({ query }, { host: { store } }) => {
  const { limit = PAGE_SIZE, cursor, status } = query
  const after = cursor === undefined ? null : decodeCursor(cursor, z.string())
  const all = await store.list('task', {
    limit: MAX_TASKS,
    ...(status === undefined ? {} : { state: status }),
  })
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

/** Failures and time-outs are one kind: neither did the work. */
function streakOf(newestFirst: readonly Outcome[]): TaskItem['streak'] {
  const kinds = countedOutcomes(newestFirst).map(({ status }) =>
    status === 'completed' ? status : 'failing',
  )
  const [kind] = kinds
  if (kind === undefined) return null
  const end = kinds.findIndex((other) => other !== kind)
  return { kind, runs: end === -1 ? kinds.length : end }
}

export const readTask: Answer<'GET /tasks/{id}'> = async ({ params }, { host: { store } }) => {
  const task = await store.get('task', params.id)
  if (task === null) {
    throw new ReflectError('not-found', `There is no task "${params.id.slice(0, 80)}"`, {
      remedy: '`reflect tasks list` shows what there is.',
    })
  }
  return {
    ...(await toTaskItem(task, store)),
    outcomes: await store.list('outcome', { subject: task.id, limit: MAX_OUTCOMES }),
    findings: await store.list('finding', { subject: task.id, limit: MAX_FINDINGS }),
  }
}

export const pause: Answer<'POST /tasks/{id}/pause'> = ({ params, body }, { host }) =>
  pauseTask(params.id, body.reason ?? 'by hand', host)

export const resume: Answer<'POST /tasks/{id}/resume'> = ({ params }, { host }) =>
  resumeTask(params.id, host)

/** What the cycle found, newest first. */
export const listFindings: Answer<'GET /findings'> = ({ query }, { host: { store } }) => {
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

export const readFinding: Answer<'GET /findings/{id}'> = ({ params }, { host: { store } }) =>
  existingFinding(params.id, store)

export const resolve: Answer<'POST /findings/{id}/resolve'> = async ({ params }, { host }) => {
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
    remedy: 'The list of findings shows what there is.',
  })
}
