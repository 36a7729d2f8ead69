import { lookAtConfidenceGate } from '../../experiments/confidence-gate.js'
import { readSummedConfidence } from '../../experiments/calibration/stored-confidence.js'
import { readWaiting } from '../../digest/read-overview.js'
import { countOf } from '../../sums/counts.js'
import { readDays, sumDays, windowStart } from '../../sums/read-sums.js'
import type { RouteHandler } from './api-deps.js'

const DEFAULT_DAYS = 90
const MAX_SHOWN = 100
const GATE_AGE_MS = 60_000

/** The runs that need a review, in the order in which they should get it. */
export const readReview: RouteHandler<'GET /review'> = async ({ query }, { host }) => {
  const { store, config, now } = host
  const { highConfidence: high } = config.experiments
  // First, because it may take advice back.
  const gate = await lookAtConfidenceGate(store, {
    high,
    now: now(),
    maxAgeMs: GATE_AGE_MS,
    readData: () => readSummedConfidence(store),
  })
  const since = windowStart(now(), query.days ?? DEFAULT_DAYS)
  const count = countOf(sumDays(await readDays(store, since)), 'review')
  return { count, runs: await readWaiting(store, since, MAX_SHOWN), gate }
}
