import { wilsonInterval } from './wilson-interval.js'
import type { Interval } from './wilson-interval.js'

interface Counted {
  hits: number
  /** At least 1. */
  n: number
}

/** How much more often something happens in `one` than in `two`: Newcombe's interval, 95 %. */
export function differenceInterval(one: Counted, two: Counted): Interval {
  const [p, q] = [one.hits / one.n, two.hits / two.n]
  const [ofOne, ofTwo] = [wilsonInterval(one.hits, one.n), wilsonInterval(two.hits, two.n)]
  return {
    low: p - q - Math.hypot(p - ofOne.low, ofTwo.high - q),
    high: p - q + Math.hypot(ofOne.high - p, q - ofTwo.low),
  }
}
