import type { LessonReport, LiftFigures } from '../../../memory/lesson-report.js'
import type { ArmCount } from '../../../util/difference-interval.js'
import type { Interval } from '../../../util/wilson-interval.js'
import { quoteFact } from '../../../safety/fence.js'
import type { LessonRow } from '../../../schema/lesson.js'
import { isReceivedId } from '../../../team/received-id.js'
import { listed, listTable, table } from '../../table.js'
import type { Columns } from '../../table.js'
import { count } from '../../../util/count.js'
import { oneLine } from '../../../util/one-line.js'

const MAX_CHARS = 600

/** Who met its failures; `other` stands for a member of the team whose name is not known. */
const metBy = ({ seenIn }: LessonRow, other: string): string =>
  [
    ...new Set(
      seenIn
        .toSorted((a, b) => Number(isReceivedId(a.sessionId)) - Number(isReceivedId(b.sessionId)))
        .map(({ sessionId, member }) => (isReceivedId(sessionId) ? (member ?? other) : 'here')),
    ),
  ].join(', ') || '–'

/** Of which team they are, where one of them is. */
const ofTeam = ({ seenIn }: LessonRow, team: string | null): string =>
  team !== null && seenIn.some(({ sessionId }) => isReceivedId(sessionId))
    ? ` (of the team ${team})`
    : ''

export const lessonTable = (rows: readonly LessonRow[], width?: number): string =>
  listed(rows, COLUMNS, { none: 'No lessons yet.', width })

const COLUMNS: Columns<LessonRow> = {
  id: ({ id }) => id,
  state: ({ state, pinned, transient }) =>
    `${state}${pinned ? ' (pinned)' : ''}${transient ? ' (circumstantial)' : ''}`,
  seen: ({ reinforced }) => String(reinforced + 1),
  by: (row) => metBy(row, 'team'),
  'what is known': ({ lesson }) => oneLine(lesson.analysis, MAX_CHARS),
}

/** One lesson with its life and the failure behind it. */
export function describeLesson(row: LessonRow, team: string | null): string {
  const { lesson, source } = row
  const facts = [
    ['lesson', row.id],
    ['state', row.stateReason === null ? row.state : `${row.state} (${row.stateReason})`],
    ['pinned', row.pinned ? 'yes: may cross tasks, is never retired by itself' : 'no'],
    [
      'tainted',
      row.tainted ? "yes: has a tool's text; stays with its session unless pinned" : 'no',
    ],
    [
      'made by',
      row.adjusted.length === 0
        ? row.madeBy
        : `${row.madeBy} (clamped: ${row.adjusted.join(', ')})`,
    ],
    ['category', lesson.category],
    ['confidence', String(lesson.confidence)],
    ['met', `${row.reinforced + 1} times, first ${row.firstSeenAt}, last ${lesson.createdAt}`],
    ['met by', `${metBy(row, 'another member')}${ofTeam(row, team)}`],
    ['tasks', [...new Set(row.seenIn.map(({ taskId }) => taskId))].slice(0, 5).join(', ')],
    ['files', row.files.slice(0, 5).join(', ') || '–'],
  ]
  return [
    table(facts),
    `What went wrong: ${lesson.analysis}`,
    ...(lesson.suggestion === '' ? [] : [`What to do differently: ${lesson.suggestion}`]),
    ...lesson.actionItems.map((item) => `- ${item}`),
    ...(source === null
      ? []
      : [
          '',
          `Attempt ${lesson.attemptNumber} (${source.failureType}) at: ${quoteFact(source.subtaskDescription)}`,
          source.errorOutput.replaceAll(/^/gm, '  | '),
        ]),
  ].join('\n')
}

export function describeReport(
  { overall, lessons, minPerArm }: LessonReport,
  columns?: number,
): string {
  const shown = lessons.filter((figures) => figures.exposures > 0)
  const rows = [
    ['', 'exposures', 'with', 'without', 'lift', '95 %', 'unknown', 'verdict', ''],
    ['all lessons', ...figureCells(overall), ''],
    ...shown.map((figures) => [
      figures.id,
      ...figureCells(figures),
      oneLine(figures.summary, MAX_CHARS),
    ]),
  ]
  const note = `"not enough data" until both arms have ${minPerArm} closed exposures; without = held out as control. The verdict holds however often you look.`
  return `${listTable(rows, columns)}\n\n${count(lessons.length, 'lesson')}, ${shown.length} of them exposed. ${note}`
}

function figureCells(figures: LiftFigures): string[] {
  const { exposures, unknown, arms, lift, verdict } = figures
  return [
    String(exposures),
    share(arms.shown),
    share(arms.heldOut),
    lift === null ? '–' : points(lift.value),
    lift === null ? '–' : range(lift.interval),
    String(unknown),
    verdict,
  ]
}

const share = ({ n, successes }: ArmCount): string =>
  n === 0 ? '–' : `${Math.round((100 * successes) / n)} % of ${n}`

const points = (value: number): string =>
  `${value >= 0 ? '+' : '−'}${Math.abs(100 * value).toFixed(0)}`

const range = ({ low, high }: Interval): string => `${points(low)} … ${points(high)}`
