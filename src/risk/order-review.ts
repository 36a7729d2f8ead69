import { needsReview } from '../schema/needs-review.js'
import type { RunRow } from '../schema/run-record.js'

/**
 * The review list: the last run of each session, as far as it needs a review. Where the agent called
 * its work less risky than it is comes first, then what no advice puts later, then by score and rank.
 */
export function orderReview(rows: readonly RunRow[]): RunRow[] {
  const last = new Map<string, RunRow>()
  for (const row of rows) {
    const known = last.get(row.record.session_id)
    if (known === undefined || known.record.timestamp < row.record.timestamp) {
      last.set(row.record.session_id, row)
    }
  }
  return [...last.values()].filter(needsReview).sort(compareRuns)
}

/** How far the agent's own word is from the floor: lower is worse than higher. */
export function mismatchOf({ declared_vs_computed: declared }: RunRow): number {
  if (declared === 'declared_lower') return 2
  return declared === 'declared_higher' ? 1 : 0
}

const compareRuns = (a: RunRow, b: RunRow): number =>
  mismatchOf(b) - mismatchOf(a) ||
  waits(a) - waits(b) ||
  b.record.risk.score - a.record.risk.score ||
  (b.rank ?? 0) - (a.rank ?? 0) ||
  (a.record.timestamp < b.record.timestamp ? 1 : -1)

const waits = ({ review_advice: advice = null }: RunRow): number =>
  advice?.order === 'later' ? 1 : 0
