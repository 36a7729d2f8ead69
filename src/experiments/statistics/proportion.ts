import { wilsonInterval, type Interval } from '../../util/wilson-interval.js'

/** A share of counted things, with its Wilson interval. */
export interface Proportion {
  readonly hits: number
  readonly n: number
  /** null when nothing was counted. */
  readonly share: number | null
  readonly interval: Interval | null
}

/** A proportion with the Wilson score interval (without continuity correction). */
export function toProportion(hits: number, n: number): Proportion {
  if (n === 0) return { hits, n, share: null, interval: null }
  return { hits, n, share: hits / n, interval: wilsonInterval(hits, n) }
}
