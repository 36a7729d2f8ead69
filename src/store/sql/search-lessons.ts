import type { LessonQuery } from '../../store.js'
import type { Dialect } from './dialect.js'
import type { TextColumns } from './text-columns.js'
import { checkedLimit } from './statements.js'
import type { Statement } from './statements.js'
import { tables } from './tables.js'

/** What of a lesson is searched, and where in its row it stands. */
export const lessonText: TextColumns = {
  words: [
    'lesson.analysis',
    'lesson.suggestion',
    'lesson.actionItems',
    'source.subtaskDescription',
  ],
  files: ['files'],
  places: ['seenIn', 'lesson.subtaskId', 'lesson.taskId', 'fingerprint'],
  /** `1 0` reads: tainted, not pinned. */
  reach: ['tainted', 'pinned'],
}

const SHAREABLE = { reach: ['0 0', '0 1', '1 1'] }

/** The statement for a question, or null when the question asks for nothing. */
export function searchLessons(dialect: Dialect, query: LessonQuery): Statement | null {
  const { words = [], files = [], place, state } = query
  const any = { words, files, places: place === undefined ? [] : [place] }
  if (Object.values(any).every((phrases) => phrases.length === 0)) return null
  const match = dialect.toMatch(any, query.shareable === true ? SHAREABLE : {})
  return {
    sql: dialect.selectMatches(
      tables.lesson.name,
      place !== undefined,
      state === undefined ? [] : ['state = ?'],
    ),
    values: [match, ...(state === undefined ? [] : [state]), checkedLimit(query.limit)],
  }
}
