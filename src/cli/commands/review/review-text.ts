import type { ReviewReport } from '../../../schema/review-report.js'
import { count } from '../../../util/count.js'
import { table } from '../../table.js'
import { describeRule } from './rules.js'

/** A review for a terminal. */
export function reviewText(report: ReviewReport): string {
  const { findings } = report
  const rows = [
    ...summaryRows(report),
    ['findings', findings.length === 0 ? 'none' : countLevels(report)],
    ...report.incomplete.map((reason) => ['incomplete', reason]),
  ]
  const listed = findings.map(({ rule, level, message, place, hash }) => {
    const where = place === null ? '' : ` [${place.file}:${place.line}]`
    return [level, `${describeRule(rule).title}: ${message}${where} [hash ${hash}]`]
  })
  return [table(rows), ...(listed.length === 0 ? [] : ['', table(listed, '  ')])].join('\n')
}

/** What is known of the whole change, as name and words. */
export function summaryRows({
  base,
  head,
  risk,
  declared,
  request,
  ...size
}: ReviewReport): string[][] {
  const to = head === null ? 'the work tree' : head.slice(0, 12)
  const verdict = risk.needs_review ? 'needs review' : 'no review needed by this floor'
  return [
    [
      'change',
      `${count(size.files, 'file')}, +${size.insertions} -${size.deletions}, ${base.slice(0, 12)} to ${to}`,
    ],
    ['risk', `${verdict}: ${risk.reason}`],
    [
      'why',
      `score ${risk.score} (review from ${risk.threshold}), rank ${risk.rank.toFixed(1)} (review from ${risk.rank_threshold})`,
    ],
    ...(declared === null ? [] : [['declared', declaredWords(declared, risk.surface)]]),
    ...(request === null
      ? []
      : [
          [
            'request',
            `${count(request.demands, 'demand')}, ${request.sought} that a change can show, ${request.missing} missing`,
          ],
        ]),
  ]
}

function declaredWords(
  { surface, confidence, compared }: NonNullable<ReviewReport['declared']>,
  computed: string,
): string {
  const sure = confidence === null ? '' : `, confidence ${confidence}`
  if (surface === null || compared === null) return `no surface named by the agent${sure}`
  return `${surface} by the agent, ${computed} computed: ${COMPARED[compared]}${sure}`
}

const COMPARED = {
  agree: 'they agree',
  declared_lower: 'the agent sees less',
  declared_higher: 'the agent sees more',
} as const

export function countLevels({ findings }: ReviewReport): string {
  return (['error', 'warning', 'note'] as const)
    .map((level) => [level, findings.filter((one) => one.level === level).length] as const)
    .filter(([, number]) => number > 0)
    .map(([level, number]) => count(number, level))
    .join(', ')
}
