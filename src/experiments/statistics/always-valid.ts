/**
 * Lower bounds that hold however often one looks. A gate is looked at again with every session that
 * ends; an ordinary 95 % bound would be crossed by luck sooner or later. At most 2.5 % of all lives
 * ever have a bound above the true value.
 */
const ERROR_RATE = 0.025

// How soon the bound is tightest: at a few hundred rows. Fixed before the data, like the conditions.
const TUNED_ROWS = 75

/**
 * Lower bound of a figure that is nearly normal: Robbins' mixture over all sample sizes
 * (Waudby-Smith et al. 2024, theorem 2.5, one-sided). It asks for about three standard errors.
 */
export function alwaysValidLow(value: number, standardError: number, rows: number): number {
  const scaled = rows / TUNED_ROWS
  const widening = (2 * (scaled + 1)) / scaled
  const spread = Math.sqrt(widening * Math.log1p(Math.sqrt(scaled + 1) / (2 * ERROR_RATE)))
  return value - spread * standardError
}

/**
 * Lower bound of a share, exact at every size: the smallest share that a bet against it, spread
 * evenly over all shares, has not yet multiplied its stake by 1 / 0.025.
 */
export function alwaysValidShareLow(hits: number, n: number): number | null {
  if (n === 0) return null
  if (hits === 0) return 0
  const misses = n - hits
  const spread = logFactorial(hits) + logFactorial(misses) - logFactorial(n + 1)
  const isRefuted = (share: number): boolean =>
    spread - hits * Math.log(share) - misses * Math.log1p(-share) >= Math.log(1 / ERROR_RATE)
  let low = 0
  let high = hits / n
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (isRefuted(middle)) low = middle
    else high = middle
  }
  return low
}

// Stirling's series, exact to 1e-12 from 10 on; below that the product itself.
function logFactorial(n: number): number {
  if (n < 10) {
    let product = 1
    for (let i = 2; i <= n; i++) product *= i
    return Math.log(product)
  }
  const x = n + 1
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5) - 1 / (1680 * x ** 7)
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series
}
