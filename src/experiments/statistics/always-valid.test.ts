import { describe, expect, it } from 'vitest'
import { alwaysValidLow, alwaysValidShareLow } from './always-valid.js'
import { seededRandom } from './sample-binormal.js'

describe('alwaysValidShareLow', () => {
  it.each([
    { hits: 0, n: 50, low: 0 },
    // An even bet on n of n stands at 1 / ((n + 1) shareⁿ).
    { hits: 5, n: 5, low: (0.025 / 6) ** (1 / 5) },
    { hits: 1, n: 1, low: 0.025 / 2 },
  ])('is $low for $hits of $n', ({ hits, n, low }) => {
    expect(alwaysValidShareLow(hits, n)).toBeCloseTo(low, 9)
  })

  it('is not there for nothing', () => {
    expect(alwaysValidShareLow(0, 0)).toBeNull()
  })

  it('comes near the share as rows come, and stays below it', () => {
    const lows = [10, 100, 10_000, 1_000_000].map((n) => alwaysValidShareLow(n / 2, n) ?? 0)
    expect(lows).toEqual(lows.toSorted((a, b) => a - b))
    expect(lows.at(-1)).toBeGreaterThan(0.49)
    expect(lows.at(-1)).toBeLessThan(0.5)
  })

  it.each([0.05, 0.2, 0.5])('is above a true share of %s in at most 2.5 %% of lives', (share) => {
    const random = seededRandom(11)
    let missed = 0
    for (let life = 0; life < 400; life++) {
      let hits = 0
      let crossed = false
      for (let n = 1; n <= 300 && !crossed; n++) {
        if (random() < share) hits++
        if (n % 5 === 0) crossed = (alwaysValidShareLow(hits, n) ?? 0) > share
      }
      if (crossed) missed++
    }
    expect(missed / 400).toBeLessThanOrEqual(0.025)
  })
})

describe('alwaysValidLow', () => {
  it.each([
    { rows: 60, errors: [3.5, 4] },
    { rows: 300, errors: [3, 3.3] },
    { rows: 10_000, errors: [3.3, 3.7] },
  ])('lies about three standard errors below at $rows rows', ({ rows, errors }) => {
    const spread = -alwaysValidLow(0, 1, rows)
    expect(spread).toBeGreaterThan(errors[0]!)
    expect(spread).toBeLessThan(errors[1]!)
  })
})
