import { expect, it } from 'vitest'
import { binomialCdf, exactInterval, medianRanks } from './exact-interval.js'

// Reference values: Clopper and Pearson, Biometrika 26 (1934), and R's binom.test.
it.each([
  { hits: 0, n: 20, low: 0, high: 0.1684 },
  { hits: 20, n: 20, low: 0.8316, high: 1 },
  { hits: 7, n: 20, low: 0.1539, high: 0.5922 },
  { hits: 33, n: 42, low: 0.6319, high: 0.897 },
  { hits: 150, n: 1000, low: 0.1284, high: 0.1737 },
])('of $hits in $n is $low to $high', ({ hits, n, low, high }) => {
  const interval = exactInterval(hits, n)
  expect(interval.low).toBeCloseTo(low, 3)
  expect(interval.high).toBeCloseTo(high, 3)
})

it('covers the truth at least 95 times in 100, near the edges too', () => {
  for (const truth of [0.01, 0.05, 0.2, 0.5, 0.93]) {
    const n = 25
    const chance = (k: number) =>
      binomialCdf(k, n, truth) - (k === 0 ? 0 : binomialCdf(k - 1, n, truth))
    let covered = 0
    for (let k = 0; k <= n; k += 1) {
      const { low, high } = exactInterval(k, n)
      if (low <= truth && truth <= high) covered += chance(k)
    }
    expect(covered).toBeGreaterThanOrEqual(0.95)
  }
})

it.each([
  { n: 20, low: 6, high: 15 },
  { n: 25, low: 8, high: 18 },
])('of $n values the median lies between the $low. and the $high.', ({ n, low, high }) => {
  expect(medianRanks(n)).toEqual({ low, high })
})
