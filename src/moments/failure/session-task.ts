import type { MomentInput, MomentPorts } from '../moment.js'

export interface SessionTask {
  taskId: string
  subtaskId: string
  /** Names the attempt that comes next. */
  nextAttempt: string
}

/** A client's session as a task: the turn is its subtask, a stop ends an attempt. */
export function sessionTask(
  { session }: Pick<MomentInput, 'session'>,
  { environment }: Pick<MomentPorts, 'environment'>,
): SessionTask {
  const { sessionId, turn, stops } = session
  return {
    taskId: environment.taskRef ?? sessionId,
    subtaskId: `${sessionId.slice(0, 200)}/turn-${turn}`,
    nextAttempt: `${sessionId}\n${turn}\n${stops}`,
  }
}
