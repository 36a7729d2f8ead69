import type { Outcome } from '../../schema/outcome.js'
import type { RunRow } from '../../schema/run-record.js'
import type { Store } from '../../store.js'
import { TallyBuilder } from '../statistics/confidence-tally.js'
import { noSkippedRows } from './confidence-row.js'
import type { ConfidenceData } from './read-confidence-rows.js'

/** The self-reports that a store holds, joined with how their sessions ended. */
export async function readStoredConfidence(store: Pick<Store, 'list'>): Promise<ConfidenceData> {
  const [runs, outcomes] = await Promise.all([
    store.list('run', { limit: MAX_ROWS, order: 'oldest' }),
    store.list('outcome', { limit: MAX_ROWS, order: 'oldest' }),
  ])
  return joinSelfReports(runs, outcomes)
}

const MAX_ROWS = 1_000_000

/**
 * One row per session that has an outcome: its last self-reported confidence, right when the
 * session completed, wrong when it failed. A time-out or an interruption says neither and is left out.
 */
export function joinSelfReports(
  runs: readonly RunRow[],
  outcomes: readonly Outcome[],
): ConfidenceData {
  const confidences = lastConfidences(runs)
  const ended = new Map(outcomes.map((outcome) => [outcome.session_id, outcome.status]))
  const builder = new TallyBuilder()
  const skipped = noSkippedRows()
  for (const [session, status] of ended) {
    const confidence = confidences.get(session)
    if (confidence === undefined) skipped.blank++
    else if (status !== 'completed' && status !== 'failed') skipped.badOutcome++
    else builder.add(confidence, status === 'completed')
  }
  return { tally: builder.build(), read: ended.size, skipped }
}

function lastConfidences(runs: readonly RunRow[]): Map<string, number> {
  const last = new Map<string, { at: string; confidence: number }>()
  for (const { record } of runs) {
    const { session_id: session, timestamp: at, confidence } = record
    const known = last.get(session)
    if (confidence === null || (known !== undefined && known.at > at)) continue
    last.set(session, { at, confidence })
  }
  return new Map([...last].map(([session, { confidence }]) => [session, confidence]))
}
