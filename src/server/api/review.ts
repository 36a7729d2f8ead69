import { lookAtConfidenceGate } from '../../experiments/confidence-gate.js'
import { orderReview } from '../../risk/order-review.js'
import type { Answer } from './api-deps.js'
import { toRunItem } from './runs.js'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 90
const MAX_ROWS = 50_000
const MAX_SHOWN = 100
const GATE_AGE_MS = 60_000

/** The runs that need a review, in the order in which they should get it. */
export const readReview: Answer<'GET /review'> = async ({ query }, { host }) => {
  const { store, config, now } = host
  const { highConfidence: high } = config.experiments
  // First, because it may take advice back.
  const gate = await lookAtConfidenceGate(store, { high, now: now(), maxAgeMs: GATE_AGE_MS })
  const days = query.days ?? DEFAULT_DAYS
  const since = new Date(now().getTime() - days * DAY_MS).toISOString()
  const waiting = orderReview(await store.list('run', { since, limit: MAX_ROWS }))
  const shown = waiting.slice(0, MAX_SHOWN)
  const runs = await Promise.all(shown.map((row) => toRunItem(row, store)))
  return { count: waiting.length, runs, gate }
}
