import { adviseReview } from '../risk/review-advice.js'
import { ConfidenceGate } from '../schema/review-advice.js'
import type { RunRow } from '../schema/run-record.js'
import type { Store } from '../store.js'
import { assessCalibration } from './calibration/calibration.js'
import { readStoredConfidence } from './calibration/stored-confidence.js'

export interface LookAtGate {
  /** From which confidence a run counts as self-rated high. */
  high: number
  now: Date
  /** A look that is not older than this is good enough. @default looks again */
  maxAgeMs?: number
}

type GateStore = Pick<Store, 'list' | 'add' | 'readCache' | 'writeCache'>

/**
 * Looks at P1 on the store's own rows and keeps what it says. When it begins to pass, confident runs
 * get their advice; when it falls, all of them lose it. The risk floor is not touched either way.
 */
export async function lookAtConfidenceGate(
  store: GateStore,
  { high, now, maxAgeMs = 0 }: LookAtGate,
): Promise<ConfidenceGate> {
  const at = now.toISOString()
  const known = await readConfidenceGate(store, at)
  const isKnown = known !== null && known.high === high
  if (isKnown && now.getTime() - Date.parse(known.lookedAt) < maxAgeMs) return known
  const { verdict } = assessCalibration(await readStoredConfidence(store), { source: '', high })
  const gate: ConfidenceGate = {
    state: verdict.state,
    reasons: verdict.reasons,
    high,
    lookedAt: at,
  }
  const isSame = isKnown && (known.state === 'passed') === (gate.state === 'passed')
  if (!isSame) await switchAdvice(store, gate)
  await store.writeCache(KEY, JSON.stringify(gate), NEVER)
  return gate
}

/** What P1 said when it was last looked at; null before the first look. */
async function readConfidenceGate(store: GateStore, now: string): Promise<ConfidenceGate | null> {
  const text = await store.readCache(KEY, now)
  if (text === null) return null
  const parsed = ConfidenceGate.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}

const KEY = 'gate:P1'
const NEVER = '9999-01-01T00:00:00.000Z'
const MAX_ROWS = 1_000_000

/** Before the gate's new state is kept: who dies in between finds the same change to make again. */
async function switchAdvice(store: GateStore, gate: ConfidenceGate): Promise<void> {
  const rows = await store.list('run', { limit: MAX_ROWS, order: 'oldest' })
  const changed = rows.flatMap((row): RunRow[] => {
    const advice = adviseReview(row.record, gate, gate.lookedAt)
    if (advice === null && (row.review_advice ?? null) === null) return []
    return [{ ...row, review_advice: advice }]
  })
  if (changed.length === 0 && gate.state !== 'passed') return
  await store.add(
    changed.map((record) => ({ kind: 'run' as const, record })),
    [
      {
        at: gate.lookedAt,
        kind: 'gate.changed',
        sessionId: null,
        key: null,
        body: { gate: 'P1', state: gate.state, reasons: [...gate.reasons], runs: changed.length },
      },
    ],
  )
}
