import type { Outcome } from '../../schema/outcome.js'
import type { RunRow } from '../../schema/run-record.js'
import { isCountedOutcome } from '../../schema/session-outcome.js'
import type { SessionOutcome } from '../../schema/session-outcome.js'
import { safeId } from '../../safety/safe-id.js'
import type { Store } from '../../store.js'
import { TallyBuilder } from '../statistics/confidence-tally.js'
import { noSkippedRows } from './confidence-row.js'
import type { ConfidenceData } from './read-confidence-rows.js'

/** The self-reports that a store holds, joined with how their sessions ended. */
export async function readStoredConfidence(store: Pick<Store, 'list'>): Promise<ConfidenceData> {
  const all = { limit: MAX_ROWS, order: 'oldest' } as const
  const [runs, outcomes, sessions] = await Promise.all([
    store.list('run', all),
    store.list('outcome', all),
    store.list('session_outcome', all),
  ])
  return joinSelfReports(runs, outcomes, sessions)
}

const MAX_ROWS = 1_000_000

/**
 * One row per session that has an outcome: its last self-reported confidence, right when the
 * session completed, wrong when it failed. A time-out or an interruption says neither and is left out,
 * and so is a client's session of which only the judge says how it ended.
 */
export function joinSelfReports(
  runs: readonly RunRow[],
  outcomes: readonly Outcome[],
  sessions: readonly SessionOutcome[] = [],
): ConfidenceData {
  const confidences = lastConfidences(runs)
  const ended = new Map<string, Outcome['status'] | null>([
    // Run records name a session as files may be named.
    ...sessions.map((one) => [safeId(one.sessionId), countedStatus(one)] as const),
    ...outcomes.map((outcome) => [outcome.session_id, outcome.status] as const),
  ])
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

const countedStatus = (session: SessionOutcome): 'completed' | 'failed' | null =>
  !isCountedOutcome(session) ? null : session.status === 'failed' ? 'failed' : 'completed'

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
