import { describeDegraded } from '../../evidence/repository/degraded.js'
import type { RepositoryFacts } from '../../schema/evidence.js'
import type { RiskVerdict } from '../../schema/risk-verdict.js'
import type { CliContext } from '../command.js'
import { paint } from '../paint.js'
import { table } from '../table.js'

/** A change with its verdict, as the outputs of `reflect risk` show it. */
export interface RatedChange {
  verdict: RiskVerdict
  facts: RepositoryFacts
  threshold: number
}

export function riskText({ verdict, facts, threshold }: RatedChange, context: CliContext): string {
  const { bold } = paint(context.colour)
  const { base } = facts
  const from = base === null ? 'the beginning' : base.slice(0, 12)
  return table([
    ['verdict', bold(verdict.needs_review ? 'needs review' : 'no review needed by this floor')],
    ['score', `${verdict.score} (review from ${threshold})`],
    ['surface', verdict.surface],
    ['reason', verdict.reason],
    ['change', `${sizeOf(facts)} since ${from}`],
    ...shortcomingWords(facts).map((reason) => ['incomplete', reason]),
  ])
}

export function riskJson({ verdict, facts, threshold }: RatedChange): string {
  const { base, filesChanged, insertions, deletions } = facts
  return JSON.stringify(
    {
      ...verdict,
      threshold,
      base,
      files_changed: filesChanged,
      insertions,
      deletions,
      degraded: shortcomings(facts),
    },
    null,
    2,
  )
}

export function sizeOf({ filesChanged, insertions, deletions }: RepositoryFacts): string {
  const { length } = filesChanged
  return `${length} ${length === 1 ? 'file' : 'files'}, +${insertions} -${deletions}`
}

/** A base that the branch has left is what a base is for; everything else is worth saying. */
const shortcomings = ({ degraded }: RepositoryFacts): string[] =>
  degraded.filter((reason) => reason !== 'start-point-left')

export const shortcomingWords = (facts: RepositoryFacts): string[] =>
  shortcomings(facts).map((reason) => describeDegraded(reason).text)
