import { headSafely } from '../../safety/clip-safely.js'
import { asRecord, asText } from '../../util/loose-json.js'
import { isTodoState } from '../tool-reader.js'
import type { ClaudeState } from './transcript-state.js'

const MAX_TASKS = 60

/** A result by which the agent's list of tasks was changed: one was added, moved on or taken out. */
export function readTask(
  { task, taskId, statusChange }: Record<string, unknown>,
  state: ClaudeState,
): boolean {
  const added = asRecord(task)
  const id = asText(added['id'])
  if (id !== null) {
    const text = headSafely(asText(added['subject']) ?? '', 300)
    state.tasks = [...state.tasks.filter((one) => one.id !== id), newTask(id, text)].slice(
      -MAX_TASKS,
    )
    return true
  }
  const to = asText(asRecord(statusChange)['to'])
  if (to === null || !state.tasks.some((one) => one.id === taskId)) return false
  state.tasks = state.tasks.flatMap((one) => {
    if (one.id !== taskId) return [one]
    return to === 'deleted' ? [] : [{ ...one, state: isTodoState(to) ? to : 'pending' }]
  })
  return true
}

const newTask = (id: string, text: string): ClaudeState['tasks'][number] => ({
  id,
  text,
  state: 'pending',
})
