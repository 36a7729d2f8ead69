import { wilsonInterval } from './wilson-interval.js'
import type { Interval } from './wilson-interval.js'

export interface ArmCount {
  /** At least 1. */
  n: number
  successes: number
}

/**
 * How much more often something happens in `one` than in `two`, 95 %: Newcombe's hybrid score interval
 * (Statist. Med. 17, 1998, no. 10).
 */
export function differenceInterval(one: ArmCount, two: ArmCount): Interval {
  const [p, q] = [one.successes / one.n, two.successes / two.n]
  const [ofOne, ofTwo] = [
    wilsonInterval(one.successes, one.n),
    wilsonInterval(two.successes, two.n),
  ]
  return {
    low: p - q - Math.hypot(p - ofOne.low, ofTwo.high - q),
    high: p - q + Math.hypot(ofOne.high - p, q - ofTwo.low),
  }
}
