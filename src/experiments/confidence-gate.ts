import { adviseReview } from '../risk/review-advice.js'
import { ConfidenceGate } from '../schema/review-advice.js'
import type { RunRow } from '../schema/run-record.js'
import type { Place, Store } from '../store.js'
import { confidenceUse } from './gates.js'
import { readKeptGates } from './kept-gates.js'
import { assessCalibration } from './calibration/calibration.js'
import type { ConfidenceData } from './calibration/read-confidence-rows.js'
import { readStoredConfidence } from './calibration/stored-confidence.js'

export interface LookAtGate {
  /** From which confidence a run counts as self-rated high. */
  high: number
  now: Date
  /** A look that is not older than this is good enough. @default looks again */
  maxAgeMs?: number
  /** What P1 is measured on. @default the rows themselves */
  readData?(): Promise<ConfidenceData>
}

type GateStore = Pick<Store, 'list' | 'add' | 'readCache' | 'writeCache'>

/**
 * Looks at P1 on the store's own rows, holds it against what P2 and P3 said last, and keeps what follows.
 * When it begins to pass, confident runs get their advice; when it falls, or P2 is killed, all of them
 * lose it; with a killed P3 it becomes a note. The risk floor is not touched either way.
 */
export async function lookAtConfidenceGate(
  store: GateStore,
  { high, now, maxAgeMs = 0, readData = () => readStoredConfidence(store) }: LookAtGate,
): Promise<ConfidenceGate> {
  const at = now.toISOString()
  const known = await readConfidenceGate(store, at)
  const isKnown = known !== null && known.high === high
  if (isKnown && now.getTime() - Date.parse(known.lookedAt) < maxAgeMs) return known
  const { verdict } = assessCalibration(await readData(), { source: '', high })
  const p1 = { id: 'P1', ...verdict } as const
  const { use, reason } = confidenceUse([p1, ...(await readKeptGates(store, at))])
  const gate: ConfidenceGate = {
    state: verdict.state,
    reasons: verdict.reasons,
    use,
    because: reason,
    high,
    lookedAt: at,
  }
  const isSame = isKnown && known.use === gate.use
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
const PAGE = 200

/** Before the gate's new state is kept: who dies in between finds the same change to make again. */
async function switchAdvice(store: GateStore, gate: ConfidenceGate): Promise<void> {
  let changed = 0
  let beyond: Place | undefined
  do {
    const query = { limit: PAGE, order: 'oldest' } as const
    const rows = await store.list('run', beyond === undefined ? query : { ...query, beyond })
    const writes = rows.flatMap((row) => advised(row, gate))
    if (writes.length > 0) await store.add(writes)
    changed += writes.length
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    beyond = last === undefined ? undefined : { at: last.record.timestamp, id: last.id }
  } while (beyond !== undefined)
  if (changed === 0 && gate.use === 'off') return
  const reasons = [...gate.reasons, gate.because]
  const body = { gate: 'P1', state: gate.state, use: gate.use, reasons, runs: changed }
  await store.add(
    [],
    [{ at: gate.lookedAt, kind: 'gate.changed', sessionId: null, key: null, body }],
  )
}

function advised(row: RunRow, gate: ConfidenceGate): { kind: 'run'; record: RunRow }[] {
  const advice = adviseReview(row.record, gate, gate.lookedAt)
  if (advice === null && (row.review_advice ?? null) === null) return []
  return [{ kind: 'run', record: { ...row, review_advice: advice } }]
}
