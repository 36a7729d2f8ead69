import type { RecordWrite } from '../schema/records.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { Task } from '../schema/task.js'
import type { Change } from '../store.js'
import { hostDueId } from './due-rows.js'
import { hostEvent } from './host-events.js'

export interface Who {
  /** Who did it: `user`, `system:reflection`, … */
  by: string
  reason: string
  at: string
}

/** A task that rests: it says who paused it and why, and has no job any more. */
export function pausedTask(
  task: Task,
  { by, reason, at }: Who,
): Pick<Change<null>, 'writes' | 'removes' | 'events'> & {
  writes: RecordWrite[]
  events: NewLogEvent[]
} {
  return {
    writes: [
      { kind: 'task', record: { ...task, status: 'paused', pause_reason: `${by}: ${reason}` } },
    ],
    removes: [{ kind: 'due', id: hostDueId('task-run', task.id) }],
    events: [hostEvent('task.paused', { task_id: task.id, by, reason }, { at })],
  }
}
