import type { RunRow } from '../../schema/run-record.js'
import type { Store } from '../../store.js'
import { countOf, countsUnder } from '../../sums/counts.js'
import { readAllDays } from '../../sums/read-sums.js'
import { readSessionEndings, toEnded, type SessionEnding } from '../session-endings.js'
import { TallyBuilder } from '../statistics/confidence-tally.js'
import { noSkippedRows } from './confidence-row.js'
import type { ConfidenceData } from './read-confidence-rows.js'

/** The self-reports that a store holds, joined with how their sessions ended. */
export async function readStoredConfidence(store: Pick<Store, 'list'>): Promise<ConfidenceData> {
  const [runs, endings] = await Promise.all([
    store.list('run', { limit: MAX_ROWS, order: 'oldest' }),
    readSessionEndings(store),
  ])
  return joinSelfReports(runs, endings)
}

const MAX_ROWS = 1_000_000

/** The same from what was counted already: it costs what is new. */
export async function readSummedConfidence(store: Store): Promise<ConfidenceData> {
  const sums = await readAllDays(store)
  const builder = new TallyBuilder()
  for (const [name, sessions] of countsUnder(sums, 'confidence')) {
    const [confidence, end] = name.split(' ')
    for (let n = 0; n < sessions; n += 1) builder.add(Number(confidence), end === 'right')
  }
  const skipped = {
    ...noSkippedRows(),
    blank: countOf(sums, 'confidence_blank'),
    badOutcome: countOf(sums, 'confidence_without_end'),
  }
  const { right, wrong, unknown } = toEnded(sums)
  return { tally: builder.build(), read: right + wrong + unknown, skipped }
}

/** One row per session whose end is known: its last self-reported confidence, right or wrong. */
export function joinSelfReports(
  runs: readonly RunRow[],
  endings: ReadonlyMap<string, SessionEnding>,
): ConfidenceData {
  const confidences = lastConfidences(runs)
  const builder = new TallyBuilder()
  const skipped = noSkippedRows()
  for (const [session, { right }] of endings) {
    const confidence = confidences.get(session)
    if (confidence === undefined) skipped.blank++
    else if (right === null) skipped.badOutcome++
    else builder.add(confidence, right)
  }
  return { tally: builder.build(), read: endings.size, skipped }
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
