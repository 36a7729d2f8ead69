import type { Task } from '../../../../src/schema/task.js'

/** Why a task is paused, without the code that says who did it and by which rule. */
export const pauseReason = ({ pause_reason: reason }: Pick<Task, 'pause_reason'>): string | null =>
  reason?.replace(/^system:reflection: \w+: /, '') ?? null
