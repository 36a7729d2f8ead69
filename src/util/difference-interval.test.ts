import { expect, it } from 'vitest'
import { differenceInterval } from './difference-interval.js'

// Newcombe 1998, table II, method 10.
it.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [10, 10, 0, 10, 0.6075, 1],
])('gives %i/%i − %i/%i from %d to %d', (hits, n, others, m, low, high) => {
  const interval = differenceInterval({ successes: hits, n }, { successes: others, n: m })
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})
