import { describeDegraded } from '../../../read/repository/degraded.js'
import type { RepositoryFacts } from '../../../schema/evidence.js'
import type { EarlierFixes } from '../../../schema/run-record.js'
import type { RiskVerdict } from '../../../schema/risk-verdict.js'
import { count } from '../../../util/count.js'
import type { CliContext } from '../../command.js'
import { paint } from '../../paint.js'
import { table } from '../../table.js'

/** A change with its verdict, as the outputs of `reflect risk` show it. */
export interface RatedChange {
  verdict: RiskVerdict
  /** How large it is, tests and docs aside. */
  rank: number
  /** null where no index of the history is. */
  earlier: EarlierFixes | null
  facts: RepositoryFacts
  limits: RiskLimits
}

/** From where on a review is needed. */
export interface RiskLimits {
  threshold: number
  rankThreshold: number
}

export function riskText(
  { verdict, rank, earlier, facts, limits }: RatedChange,
  { colour }: Pick<CliContext, 'colour'>,
): string {
  const { bold } = paint(colour)
  const { base } = facts
  const from = base === null ? 'the beginning' : base.slice(0, 12)
  return table([
    ['verdict', bold(verdict.needs_review ? 'needs review' : 'no review needed by this floor')],
    ['score', `${verdict.score} (review from ${limits.threshold})`],
    ['rank', `${rank.toFixed(1)} (review from ${limits.rankThreshold})`],
    ['surface', verdict.surface],
    ['reason', verdict.reason],
    ...fixesWords(earlier).map((words) => ['evidence', words]),
    ['change', `${sizeOf(facts)} since ${from}`],
    ...shortcomingWords(facts).map((reason) => ['incomplete', reason]),
  ])
}

export const riskJson = ({ verdict, rank, earlier, facts, limits }: RatedChange) => ({
  ...verdict,
  threshold: limits.threshold,
  rank,
  rank_threshold: limits.rankThreshold,
  earlier_fixes: earlier,
  base: facts.base,
  files_changed: facts.filesChanged,
  insertions: facts.insertions,
  deletions: facts.deletions,
  degraded: shortcomings(facts),
})

/** Evidence without a claim; empty when there is none. */
export function fixesWords(earlier: EarlierFixes | null): string[] {
  if (earlier === null || earlier.fixes === 0) return []
  const { fixes, files } = earlier
  return [`${count(fixes, 'earlier fix', 'earlier fixes')} in ${count(files, 'file')} of these`]
}

export const sizeOf = ({ filesChanged, insertions, deletions }: RepositoryFacts): string =>
  `${count(filesChanged.length, 'file')}, +${insertions} -${deletions}`

/** A base that the branch has left is what a base is for; everything else is worth saying. */
const shortcomings = ({ degraded }: RepositoryFacts): string[] =>
  degraded.filter((reason) => reason !== 'start-point-left')

export const shortcomingWords = (facts: RepositoryFacts): string[] =>
  shortcomings(facts).map((reason) => describeDegraded(reason).text)
