import type { TrackedFiles } from '../read/repository/tracked-files.js'
import type { LessonRow } from '../schema/lesson.js'
import { describeFacts } from './recall/describe-facts.js'
import { followMoves, mergeFixes, unverified } from './recall/verify-facts.js'

/** Lessons as a person reads them: a file that was renamed since goes by its new name, and counts once. */
export const namedNow = (rows: readonly LessonRow[], tracked: TrackedFiles): Promise<LessonRow[]> =>
  Promise.all(rows.map((row) => renamed(row, tracked)))

async function renamed(row: LessonRow, tracked: TrackedFiles): Promise<LessonRow> {
  if (row.facts === undefined) return row
  const found = row.facts.fixes.map((fix) => followMoves(fix, tracked, row.firstSeenAt))
  const moves = new Map((await Promise.all(found)).flatMap((one) => [...one.moves]))
  if (moves.size === 0) return row
  const now = (file: string): string => moves.get(file) ?? file
  const fixes = row.facts.fixes.map((fix) => ({
    ...fix,
    files: fix.files.map(now),
    hunks: fix.hunks.map((hunk) => ({ ...hunk, file: now(hunk.file) })),
  }))
  const facts = { ...row.facts, fixes: mergeFixes(fixes) }
  const { lesson } = row
  return { ...row, facts, lesson: { ...lesson, analysis: describeFacts(unverified(facts)) } }
}
