import { faultsOf } from '../../../schema/run-record.js'
import type { RunRow } from '../../../schema/run-record.js'
import { oneLine } from '../../../util/one-line.js'
import type { CliContext } from '../../command.js'
import { count } from '../../../util/count.js'
import { paint } from '../../paint.js'
import { atTime, relativeTime } from '../../relative-time.js'
import { fixesWords } from '../risk/risk-text.js'
import { describeWeakened } from '../../weakened-text.js'
import { listTable, table } from '../../table.js'

const SESSION_CHARS = 12
const REASON_CHARS = 60

/** A line per run: why it needs a review, and last what is missing from its record. */
export function runTable(rows: readonly RunRow[], context: CliContext): string {
  const { bold } = paint(context.colour)
  const now = context.now()
  const head = ['run', 'when', 'agent', 'session', 'risk', 'files', 'review', 'incomplete']
  const lines = [
    head.map(bold),
    ...rows.map((row) => {
      const { id, record } = row
      return [
        id,
        relativeTime(record.timestamp, now),
        oneLine(record.agent, SESSION_CHARS),
        oneLine(record.session_id, SESSION_CHARS),
        String(record.risk.score),
        String(record.files_changed.length),
        reviewWords(row, context),
        oneLine(faultsOf(row).join('; '), REASON_CHARS) || '–',
      ]
    }),
  ]
  return listTable(lines, context.columns)
}

const SHOWN_FILES = 5

/** Why a run is on the review list: what was asked for, the reason in words, and the files. */
export function reviewText(row: RunRow, asked: string | null, context: CliContext): string {
  const { record, weakened_checks: weakened = [] } = row
  const files = record.files_changed
  const more = files.length > SHOWN_FILES ? [`and ${files.length - SHOWN_FILES} more`] : []
  const reasons = [
    ...(record.risk.needs_review ? [oneLine(record.risk.reason, 200)] : []),
    ...weakened.map((check) => `a check is weaker: ${describeWeakened(check)}`),
  ]
  return table([
    ['run', `${row.id}, ${relativeTime(record.timestamp, context.now())}`],
    ['asked', asked ?? 'not known'],
    ...reasons.map((reason, index) => [index === 0 ? 'because' : '', reason]),
    ...(row.declared_vs_computed === null || row.declared_vs_computed === 'agree'
      ? []
      : [['declared', DECLARED[row.declared_vs_computed]]]),
    [
      'files',
      [...files.slice(0, SHOWN_FILES).map((file) => oneLine(file, 100)), ...more].join(', '),
    ],
    ...adviceLine(row),
  ])
}

/** One run whole: what was measured, what the agent says, what is missing. */
export function describeRun(row: RunRow, context: CliContext): string {
  const { record } = row
  const { most_likely_wrong: wrong, confidence, known_not_in_diff: hidden } = record
  const files = record.files_changed.map((file) => ['', oneLine(file, 200)])
  return table([
    ['run', row.id],
    ['when', atTime(record.timestamp, context.now())],
    ['task', oneLine(record.task_ref, 200)],
    ['agent', `${oneLine(record.agent, 100)}, session ${oneLine(record.session_id, 200)}`],
    [
      'mode',
      `${record.provenance.reflection_mode}, capture ${record.provenance.reflection_attempt}`,
    ],
    ['risk', `${riskWords(record.risk, context)}: ${oneLine(record.risk.reason, 400)}`],
    ...(row.rank === undefined ? [] : [['rank', row.rank.toFixed(1)]]),
    ...fixesWords(row.earlier_fixes ?? null).map((words) => ['evidence', words]),
    ...adviceLine(row),
    ['changed', count(record.files_changed.length, 'file')],
    ...files,
    ['confidence', confidence === null ? 'not said' : String(confidence)],
    [
      'wrong',
      wrong === null ? 'not said' : `${wrong.surface}: ${oneLine(wrong.description, 2000)}`,
    ],
    ['hidden', hidden === null ? 'not said' : oneLine(hidden, 4000)],
    ...(row.declared_vs_computed === null
      ? []
      : [['declared', DECLARED[row.declared_vs_computed]]]),
    ...(row.weakened_checks ?? []).map((check) => [
      'weakened',
      `${check.kind} ${describeWeakened(check)}`,
    ]),
    ...faultsOf(row).map((reason) => ['incomplete', oneLine(reason, 400)]),
  ])
}

const adviceLine = ({ review_advice: advice = null }: RunRow): string[][] =>
  advice === null ? [] : [['review', `${advice.order}: ${oneLine(advice.reason, 400)}`]]

const DECLARED = {
  agree: 'the agent names the same surface as the computed one',
  declared_lower: 'the agent names a less risky surface than the computed one',
  declared_higher: 'the agent names a riskier surface than the computed one',
}

/** Why it needs a review; `later` where the agent's own word puts it further down in the list. */
function reviewWords(row: RunRow, { colour }: CliContext): string {
  const { record, weakened_checks: weakened = [], review_advice: advice = null } = row
  const reasons = [
    ...(record.risk.needs_review ? ['risk'] : []),
    ...(weakened.length > 0 ? ['weakened checks'] : []),
  ]
  if (reasons.length === 0) return '–'
  const { yellow } = paint(colour)
  return yellow([...reasons, ...(advice === null ? [] : [advice.order])].join(', '))
}

function riskWords(
  { needs_review, score }: RunRow['record']['risk'],
  { colour }: CliContext,
): string {
  const { yellow } = paint(colour)
  return needs_review ? `${score} ${yellow('needs review')}` : String(score)
}
