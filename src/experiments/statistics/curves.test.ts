import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAuc } from './auc.js'
import { tallyRows } from './confidence-tally.js'
import { riskCoverageCurve, rocCurve, thinPoints } from './curves.js'
import { sampleBinormal } from './sample-binormal.js'

const ROWS = [
  { confidence: 0.9, correct: true },
  { confidence: 0.8, correct: true },
  { confidence: 0.8, correct: false },
  { confidence: 0.3, correct: false },
]

describe('rocCurve', () => {
  it('steps once per distinct confidence, ties together', () => {
    expect([...rocCurve(tallyRows(ROWS))]).toEqual([
      { threshold: null, falsePositiveRate: 0, truePositiveRate: 0 },
      { threshold: 0.9, falsePositiveRate: 0, truePositiveRate: 0.5 },
      { threshold: 0.8, falsePositiveRate: 0.5, truePositiveRate: 1 },
      { threshold: 0.3, falsePositiveRate: 1, truePositiveRate: 1 },
    ])
  })

  it('is empty when a class is', () => {
    expect([...rocCurve(tallyRows(ROWS.slice(0, 2)))]).toEqual([])
  })

  it('encloses the area that the ranks give', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const tally = tallyRows(sampleBinormal({ n: 60, distance: 0.7, seed }))
        const points = [...rocCurve(tally)]
        const area = points.slice(1).reduce((total, point, i) => {
          const before = points[i] ?? point
          const width = point.falsePositiveRate - before.falsePositiveRate
          return total + (width * (point.truePositiveRate + before.truePositiveRate)) / 2
        }, 0)
        expect(area).toBeCloseTo(toAuc(tally).value ?? -1, 12)
      }),
    )
  })
})

describe('riskCoverageCurve', () => {
  it('keeps the most confident first and ends with the error rate of all', () => {
    expect([...riskCoverageCurve(tallyRows(ROWS))]).toEqual([
      { threshold: 0.9, coverage: 0.25, risk: 0 },
      { threshold: 0.8, coverage: 0.75, risk: 1 / 3 },
      { threshold: 0.3, coverage: 1, risk: 0.5 },
    ])
  })
})

describe('thinPoints', () => {
  it('keeps the ends of a long curve and no two points closer than a step', () => {
    const points = Array.from({ length: 10_001 }, (_, i) => i / 10_000)
    const thin = thinPoints(points, (p) => [p, p], 100)
    expect(thin.length).toBeLessThanOrEqual(102)
    expect([thin[0], thin.at(-1)]).toEqual([0, 1])
  })
})
