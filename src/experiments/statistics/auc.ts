import { alwaysValidLow, alwaysValidShareLow } from './always-valid.js'
import type { ConfidenceTally } from './confidence-tally.js'
import { wilsonInterval, Z95, type Interval } from '../../util/wilson-interval.js'

/** The area under the ROC curve, and how far it can be trusted. */
export interface Auc {
  /** null when one of the classes is empty. */
  readonly value: number | null
  /**
   * DeLong's interval (1988), cut at 0 and 1. null where there is none to have: fewer than two rows
   * in a class, or a single confidence value.
   */
  readonly interval: Interval | null
  /** The lower bound that holds however often one looks; null like the interval. */
  readonly low: number | null
  readonly rights: number
  readonly wrongs: number
}

/** AUC by mid-ranks, so that ties count one half, with DeLong's interval. */
export function toAuc(tally: ConfidenceTally): Auc {
  const { rights, wrongs } = tally
  const none = { interval: null, low: null }
  if (rights === 0 || wrongs === 0) return { value: null, ...none, rights, wrongs }
  const placements = place(tally)
  const value = placements.won / (rights * wrongs)
  if (rights < 2 || wrongs < 2 || tally.confidence.length < 2) {
    return { value, ...none, rights, wrongs }
  }
  return { value, ...boundsOf(placements, value, tally), rights, wrongs }
}

interface Placements {
  /** Pairs in which the right row is rated higher; a tie is half a pair. */
  readonly won: number
  /** Sums of squares of each row's win rate against the other class. */
  readonly squaresOfRight: number
  readonly squaresOfWrong: number
}

function place({ confidence, right, wrong, rights, wrongs }: ConfidenceTally): Placements {
  let wrongBelow = 0
  let rightBelow = 0
  let won = 0
  let squaresOfRight = 0
  let squaresOfWrong = 0
  for (let i = 0; i < confidence.length; i++) {
    const r = right[i] ?? 0
    const w = wrong[i] ?? 0
    const wrongBeaten = wrongBelow + w / 2
    const rightAbove = rights - rightBelow - r / 2
    won += r * wrongBeaten
    squaresOfRight += r * (wrongBeaten / wrongs) ** 2
    squaresOfWrong += w * (rightAbove / rights) ** 2
    wrongBelow += w
    rightBelow += r
  }
  return { won, squaresOfRight, squaresOfWrong }
}

function boundsOf(
  { squaresOfRight, squaresOfWrong }: Placements,
  value: number,
  { rights, wrongs }: ConfidenceTally,
): { interval: Interval; low: number | null } {
  // Perfect separation has variance 0, which is not certainty: the smaller class bounds it instead.
  if (value === 0 || value === 1) {
    const n = Math.min(rights, wrongs)
    return { interval: wilsonInterval(value * n, n), low: alwaysValidShareLow(value * n, n) }
  }
  const ofRight = Math.max(0, squaresOfRight - rights * value * value) / (rights - 1)
  const ofWrong = Math.max(0, squaresOfWrong - wrongs * value * value) / (wrongs - 1)
  const standardError = Math.sqrt(ofRight / rights + ofWrong / wrongs)
  const spread = Z95 * standardError
  return {
    interval: { low: Math.max(0, value - spread), high: Math.min(1, value + spread) },
    low: Math.max(0, alwaysValidLow(value, standardError, rights + wrongs)),
  }
}
