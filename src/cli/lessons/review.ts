import { pinLesson, retireLesson } from '../../memory/lesson-states.js'
import { listWaiting } from '../../memory/waiting-lessons.js'
import { count } from '../../util/count.js'
import type { LessonActionInput } from './action-input.js'
import { describeLesson } from './describe.js'
import { teamName } from './team-name.js'

/** What waits for a person, one by one: yes pins it, no retires it; stopping leaves the rest. */
export async function reviewLessons({
  context,
  storage,
  workspace,
}: LessonActionInput): Promise<number> {
  const rows = await listWaiting(storage)
  const team = teamName(workspace)
  if (context.json || !context.interactive) {
    context.print(
      context.json
        ? JSON.stringify(rows, null, 2)
        : rows.length === 0
          ? NONE
          : [
              ...rows.map((row) => describeLesson(row, team)),
              `${count(rows.length, 'lesson')} wait. Run this in a terminal to decide.`,
            ].join('\n\n'),
    )
    return 0
  }
  if (rows.length === 0) context.print(NONE)
  for (const [index, row] of rows.entries()) {
    context.print(`\n${index + 1} of ${rows.length}\n${describeLesson(row, team)}`)
    if (await context.confirm('May later sessions of this project be shown it?', false))
      await pinLesson(storage, row.id)
    else await retireLesson(storage, row.id, 'refused in review')
  }
  return 0
}

const NONE = 'Nothing waits.'
