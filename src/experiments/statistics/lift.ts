import { Z95, type Interval } from '../../util/wilson-interval.js'
import { alwaysValidLow } from './always-valid.js'
import type { ConfidenceTally } from './confidence-tally.js'

/** How much more often the rows rated high are right than all rows are, in percentage points. */
export interface Lift {
  /** null when one of the two is empty. */
  readonly points: number | null
  readonly interval: Interval | null
  /** The lower bound that holds however often one looks. */
  readonly low: number | null
}

/** The lift of `high` over `all`, of which it is a part. */
export function toLift(all: ConfidenceTally, high: ConfidenceTally): Lift {
  const n = all.rights + all.wrongs
  const rated = high.rights + high.wrongs
  if (n === 0 || rated === 0) return { points: null, interval: null, low: null }
  const points = 100 * (high.rights / rated - all.rights / n)
  const error = 100 * standardError(all, high)
  return {
    points,
    interval: { low: points - Z95 * error, high: points + Z95 * error },
    low: alwaysValidLow(points, error, n),
  }
}

/**
 * By the delta method: the rows rated high are among all rows, so the two shares move together. Each
 * kind of row counts once more than it was seen, or a kind that is missing would seem impossible.
 */
function standardError(all: ConfidenceTally, high: ConfidenceTally): number {
  const highRights = high.rights + 1
  const highWrongs = high.wrongs + 1
  const lowRights = all.rights - high.rights + 1
  const lowWrongs = all.wrongs - high.wrongs + 1
  const n = highRights + highWrongs + lowRights + lowWrongs
  const shareHigh = (highRights + highWrongs) / n
  const ofHigh = highRights / (highRights + highWrongs)
  const ofAll = (highRights + lowRights) / n
  const squares =
    highRights * ((1 - ofHigh) / shareHigh - (1 - ofAll)) ** 2 +
    highWrongs * (ofAll - ofHigh / shareHigh) ** 2 +
    lowRights * (1 - ofAll) ** 2 +
    lowWrongs * ofAll ** 2
  return Math.sqrt(squares) / n
}
