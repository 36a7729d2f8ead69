import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toProportion } from './proportion.js'
import { wilsonInterval } from '../../util/wilson-interval.js'

// Newcombe (1998), Statistics in Medicine 17:857-872, table I, method 3.
const PUBLISHED = [
  { hits: 81, n: 263, low: 0.2553, high: 0.3662 },
  { hits: 15, n: 148, low: 0.0624, high: 0.1605 },
  { hits: 0, n: 20, low: 0, high: 0.1611 },
  { hits: 1, n: 29, low: 0.0061, high: 0.1718 },
]

describe('wilsonInterval', () => {
  it.each(PUBLISHED)('gives the published interval for $hits of $n', ({ hits, n, low, high }) => {
    const interval = wilsonInterval(hits, n)
    expect({ low: round4(interval.low), high: round4(interval.high) }).toEqual({ low, high })
  })

  it('holds the share, stays in 0..1 and mirrors for any count', () => {
    const counts = fc
      .integer({ min: 1, max: 100_000 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
    fc.assert(
      fc.property(counts, ([hits, n]) => {
        const { low, high } = wilsonInterval(hits, n)
        const mirror = wilsonInterval(n - hits, n)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(hits / n)
        expect(high).toBeGreaterThanOrEqual(hits / n)
        expect(mirror.low).toBeCloseTo(1 - high, 12)
      }),
    )
  })
})

describe('toProportion', () => {
  it('has no share and no interval when nothing was counted', () => {
    expect(toProportion(0, 0)).toEqual({ hits: 0, n: 0, share: null, interval: null })
  })
})

const round4 = (value: number): number => Math.round(value * 1e4) / 1e4
