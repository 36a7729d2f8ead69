/** A 95 % confidence interval. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** The 97.5 % quantile of the standard normal distribution. */
export const Z95 = 1.959963984540054

/** The Wilson score interval of a proportion, without continuity correction. */
export function wilsonInterval(hits: number, n: number): Interval {
  const share = hits / n
  const zz = Z95 * Z95
  const centre = share + zz / (2 * n)
  const spread = Z95 * Math.sqrt((share * (1 - share)) / n + zz / (4 * n * n))
  const scale = 1 + zz / n
  return {
    // At the edges the formula is exact in theory and off by an ulp in floating point.
    low: hits === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    high: hits === n ? 1 : Math.min(1, (centre + spread) / scale),
  }
}
