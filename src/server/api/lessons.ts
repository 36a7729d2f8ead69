import { allExposures } from '../../memory/exposures.js'
import { toFigures } from '../../memory/lesson-report.js'
import type { LessonFigures as Figures } from '../../memory/lesson-report.js'
import { forgetLesson } from '../../memory/forget-lesson.js'
import { getLesson, pinLesson, retireLesson, unpinLesson } from '../../memory/lesson-states.js'
import { MIN_PER_ARM } from '../../memory/lift.js'
import { namedNow } from '../../memory/named-now.js'
import { openTrackedFiles } from '../../read/repository/tracked-files.js'
import type { LessonFigures, LessonItem, LessonQuery } from '../../schema/api/lesson.js'
import type { LessonRow, LessonState } from '../../schema/lesson.js'
import { Count } from '../../schema/scalar.js'
import { oneLine } from '../../util/one-line.js'
import { readLessonReport } from '../../digest/read-overview.js'
import type { RouteHandler } from './api-deps.js'
import { PAGE_SIZE } from './api-deps.js'
import { decodeCursor, encodeCursor } from './cursor.js'
import { hasWords } from './has-words.js'

const MAX_LESSONS = 10_000
const MAX_EXPOSURES = 200
const MAX_SUMMARY = 300

type Measured = Pick<LessonItem, 'figures'>

/** Lessons with what each did for the attempts that saw it. All are measured, a page is shown. */
export const listLessons: RouteHandler<'GET /lessons'> = async ({ query }, { lessons, host }) => {
  const { limit = PAGE_SIZE, cursor, sort = 'newest' } = query
  const start = cursor === undefined ? 0 : decodeCursor(cursor, Count)
  const { store, config } = host
  const report = await readLessonReport({ lessons, store, config })
  const figures = new Map(report.lessons.map((of) => [of.id, of]))
  const rows = await lessons.list({ limit: MAX_LESSONS })
  const found = rows
    .filter((row) => fits(row, query))
    .map((row) => ({ row, figures: toApiFigures(figures.get(row.id)!) }))
    .sort(ORDER[sort])
  const end = start + limit
  const page = found.slice(start, end)
  const named = await namedNow(
    page.map(({ row }) => row),
    openTrackedFiles(host.root),
  )
  return {
    items: named.map((row, at) => toLessonItem(row, page[at]!.figures)),
    next: end < found.length ? encodeCursor(end) : null,
    overall: report.overall,
    minPerArm: report.minPerArm,
    counts: countStates(rows),
  }
}

function fits(row: LessonRow, query: LessonQuery): boolean {
  const { state, madeBy, category, pinned, q } = query
  if (state !== undefined && row.state !== state) return false
  if (madeBy !== undefined && row.madeBy !== madeBy) return false
  if (category !== undefined && row.lesson.category !== category) return false
  if (pinned !== undefined && row.pinned !== pinned) return false
  const { id, taskId, analysis, suggestion } = row.lesson
  const about = row.source?.subtaskDescription ?? ''
  return hasWords([id, taskId, analysis, suggestion, about, ...row.files], q)
}

const liftOf = ({ figures }: Measured): number => figures.lift?.value ?? -2

/** Rows come newest first, and sorting keeps that among equals. */
const ORDER: Readonly<
  Record<NonNullable<LessonQuery['sort']>, (a: Measured, b: Measured) => number>
> = {
  newest: () => 0,
  exposures: (a, b) => b.figures.exposures - a.figures.exposures,
  lift: (a, b) => liftOf(b) - liftOf(a),
}

function toLessonItem(row: LessonRow, figures: LessonFigures): LessonItem {
  const { lesson, state, stateReason, pinned, tainted, transient, madeBy, reinforced } = row
  return {
    id: row.id,
    summary: oneLine(lesson.analysis, MAX_SUMMARY),
    suggestion: oneLine(lesson.suggestion, MAX_SUMMARY),
    category: lesson.category,
    state,
    stateReason,
    pinned,
    tainted,
    transient,
    madeBy,
    reinforced,
    taskId: lesson.taskId,
    sessionId: lesson.sessionId,
    createdAt: lesson.createdAt,
    figures,
  }
}

const toApiFigures = ({ exposures, open, unknown, arms, lift, verdict }: Figures) => ({
  exposures,
  open,
  unknown,
  arms,
  lift,
  verdict,
})

function countStates(rows: readonly LessonRow[]): Record<LessonState, number> {
  const counts = { active: 0, quarantined: 0, retired: 0, superseded: 0 }
  for (const { state } of rows) counts[state] += 1
  return counts
}

export const readLesson: RouteHandler<'GET /lessons/{id}'> = async (
  { params },
  { lessons, host },
) => {
  const kept = await getLesson(lessons, params.id)
  const [row = kept] = await namedNow([kept], openTrackedFiles(host.root))
  const exposures = await allExposures(lessons, { lessonId: row.id })
  return {
    row,
    figures: toFigures(exposures),
    minPerArm: MIN_PER_ARM,
    exposures: exposures.slice(0, MAX_EXPOSURES),
  }
}

export const pin: RouteHandler<'POST /lessons/{id}/pin'> = ({ params }, { lessons }) =>
  pinLesson(lessons, params.id)

export const unpin: RouteHandler<'POST /lessons/{id}/unpin'> = ({ params }, { lessons }) =>
  unpinLesson(lessons, params.id)

export const retire: RouteHandler<'POST /lessons/{id}/retire'> = ({ params, body }, { lessons }) =>
  retireLesson(lessons, params.id, body.reason ?? 'retired by hand')

export const forget: RouteHandler<'POST /lessons/{id}/forget'> = async (
  { params },
  { lessons, host },
) => {
  const row = await getLesson(lessons, params.id)
  const world = { storage: lessons, store: host.store, now: host.now().toISOString() }
  return { id: row.id, forgotten: await forgetLesson(row, world) }
}
