import * as z from 'zod/mini'
import { openExistingStore } from '../../wiring/workspace.js'
import { hostDueId } from '../../host/due-rows.js'
import { fence, quoteFact } from '../../safety/fence.js'
import { ReflectError } from '../../schema/error.js'
import { Id } from '../../schema/scalar.js'
import type { Task } from '../../schema/task.js'
import type { Store } from '../../store.js'
import { nearest } from '../../util/nearest.js'
import { defineTool } from '../tool.js'
import type { McpCall } from '../tool.js'

const Input = z.strictObject({
  task_id: z.optional(Id).check(z.describe('One task, with its latest runs; all when left out.')),
})
type Input = z.infer<typeof Input>

export const taskStatusTool = defineTool({
  name: 'task_status',
  title: 'Status of recurring tasks',
  description:
    'How the recurring tasks of this project stand: active or paused and why, when they run next, ' +
    'how their latest runs ended and what keeps going wrong. Changes nothing.',
  input: Input,
  writes: false,
  run: status,
})

const MAX_TASKS = 200
const MAX_RUNS = 5
const MAX_CHARS = 4000
const NO_TASKS = 'There are no tasks in this project.'

async function status({ task_id }: Input, { workspace }: McpCall): Promise<string> {
  const store = await openExistingStore(workspace)
  if (store === null && task_id === undefined) return NO_TASKS
  try {
    const tasks = (await store?.list('task', { limit: MAX_TASKS })) ?? []
    if (task_id === undefined) return tasks.length === 0 ? NO_TASKS : await overview(tasks, store!)
    const task = (await store?.get('task', task_id)) ?? null
    if (task === null) throw unknownTask(task_id, tasks)
    return await details(task, store!)
  } finally {
    await store?.close()
  }
}

function unknownTask(id: string, tasks: readonly Task[]): ReflectError {
  const ids = tasks.map((task) => task.id)
  const near = nearest(id, ids)
  const list = ids.length === 0 ? NO_TASKS : `Available: ${quoteFact(ids.join(', '))}`
  return new ReflectError('not-found', `There is no task "${quoteFact(id)}"`, {
    remedy: near === null ? list : `Did you mean ${quoteFact(near)}?`,
  })
}

async function overview(tasks: readonly Task[], store: Store): Promise<string> {
  const sorted = [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1))
  const lines = await Promise.all(sorted.map((task) => line(task, store)))
  return data(lines.join('\n'), 'the tasks of this project')
}

async function line(task: Task, store: Store): Promise<string> {
  const next = await store.get('due', hostDueId('task-run', task.id))
  const about = task.pause_reason ?? task.last_result_summary ?? ''
  const facts = [task.status, `${task.run_count} runs`, `next ${next?.dueAt ?? 'by hand'}`]
  return `${quoteFact(task.id)}: ${facts.join(', ')}${about === '' ? '' : `; ${quoteFact(about)}`}`
}

async function details(task: Task, store: Store): Promise<string> {
  const outcomes = await store.list('outcome', { subject: task.id, limit: MAX_RUNS })
  const findings = await store.list('finding', { subject: task.id, state: 'open', limit: MAX_RUNS })
  const lines = [
    await line(task, store),
    ...outcomes.map(
      ({ timestamp, status, error, result }) =>
        `${timestamp} ${status}: ${quoteFact(error ?? result)}`,
    ),
    ...findings.map(({ opened_at, rule, detail }) => `${opened_at} ${rule}: ${quoteFact(detail)}`),
  ]
  return data(lines.join('\n'), `task ${task.id}`)
}

/** What tasks say of themselves was written by others. */
const data = (text: string, source: string): string => fence(text, { source, maxChars: MAX_CHARS })
