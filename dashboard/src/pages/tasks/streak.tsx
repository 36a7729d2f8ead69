import type { TaskItem } from '../../../../src/schema/api/task.js'
import { formatCount } from '../../kit/format.js'

/** How many runs in a row ended alike. */
export function Streak({ streak }: { streak: TaskItem['streak'] }) {
  if (streak === null) return <span className="text-faint">never ran</span>
  const isFailing = streak.kind === 'failing'
  return (
    <span className={isFailing ? 'text-bad' : 'text-good'}>
      {formatCount(streak.runs)} × {isFailing ? 'failing' : 'fine'}
    </span>
  )
}
