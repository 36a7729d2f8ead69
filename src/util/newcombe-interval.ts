import { wilsonInterval, type Interval } from './wilson-interval.js'

export interface ArmCount {
  n: number
  successes: number
}

/** Newcombe's hybrid score interval for a difference of proportions (Statist. Med. 17, 1998, no. 10). */
export function newcombeInterval(a: ArmCount, b: ArmCount): Interval {
  const [p, q] = [a.successes / a.n, b.successes / b.n]
  const [wa, wb] = [wilsonInterval(a.successes, a.n), wilsonInterval(b.successes, b.n)]
  return {
    low: p - q - Math.hypot(p - wa.low, wb.high - q),
    high: p - q + Math.hypot(wa.high - p, q - wb.low),
  }
}
