import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAuc } from './auc.js'
import { tallyRows } from './confidence-tally.js'
import { sampleBinormal } from './sample-binormal.js'

describe('toAuc', () => {
  it('agrees with the textbook four-point example', () => {
    const rows = rowsOf([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    expect(toAuc(tallyRows(rows)).value).toBe(0.75)
  })

  // The README of the Python package pauc gives 0.708 with DeLong's interval (0.378, 1.000).
  it('agrees with twelve points that have a published DeLong interval', () => {
    const labels = [0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1]
    const scores = [0.1, 0.35, 0.24, 0.8, 0.2, 0.85, 0.13, 0.85, 0.74, 0.58, 0.71, 0.25]
    const { value, interval } = toAuc(tallyRows(rowsOf(labels, scores)))
    expect([value, interval?.low, interval?.high].map((x) => x?.toFixed(3))).toEqual([
      '0.708',
      '0.378',
      '1.000',
    ])
  })

  // Hanley & McNeil (1982), Radiology 143:29-36, table I: CT ratings 1-5 of 58 normal and 51
  // abnormal cases; area 0.893, standard error 0.032 by their formula.
  it('agrees with the published CT rating table, which is nearly all ties', () => {
    const normal = [33, 6, 6, 11, 2]
    const abnormal = [3, 2, 2, 11, 33]
    const auc = toAuc(tallyRows([...repeat(normal, false), ...repeat(abnormal, true)]))
    expect(auc.value).toBeCloseTo(0.893, 3)
    const standardError = ((auc.interval?.high ?? 0) - (auc.interval?.low ?? 0)) / (2 * 1.96)
    expect(standardError).toBeGreaterThan(0.029)
    expect(standardError).toBeLessThan(0.034)
  })

  it.each([
    { rows: [], value: null, interval: null },
    { rows: [[0.5, 1]], value: null, interval: null },
    {
      rows: [
        [0.5, 1],
        [0.9, 1],
      ],
      value: null,
      interval: null,
    },
    {
      rows: [
        [0.5, 1],
        [0.9, 0],
      ],
      value: 0,
      interval: null,
    },
    {
      rows: [
        [0.7, 1],
        [0.7, 0],
        [0.7, 1],
        [0.7, 0],
      ],
      value: 0.5,
      interval: null,
    },
  ])('answers $value for $rows', ({ rows, value, interval }) => {
    const auc = toAuc(tallyRows(rows.map(([c, y]) => ({ confidence: c ?? 0, correct: y === 1 }))))
    expect(auc).toMatchObject({ value, interval })
  })

  it('does not claim certainty from perfect separation', () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({ confidence: i / 20, correct: i >= 10 }))
    expect(toAuc(tallyRows(rows))).toEqual({
      value: 1,
      interval: { low: expect.closeTo(0.7225, 4), high: 1 },
      low: expect.closeTo((0.025 / 11) ** 0.1, 9),
      rights: 10,
      wrongs: 10,
    })
  })

  it('equals the definition over all pairs, variance included', () => {
    const score = fc.integer({ min: 0, max: 6 }).map((n) => n / 6)
    fc.assert(
      fc.property(
        fc.array(score, { minLength: 2, maxLength: 12 }),
        fc.array(score, { minLength: 2, maxLength: 12 }),
        (right, wrong) => {
          const auc = toAuc(
            tallyRows([
              ...right.map((confidence) => ({ confidence, correct: true })),
              ...wrong.map((confidence) => ({ confidence, correct: false })),
            ]),
          )
          const byPairs = delongByPairs(right, wrong)
          expect(auc.value).toBeCloseTo(byPairs.value, 12)
          if (auc.interval === null || byPairs.variance === 0) return
          const spread = 1.959963984540054 * Math.sqrt(byPairs.variance)
          expect(auc.interval.low).toBeCloseTo(Math.max(0, byPairs.value - spread), 10)
          expect(auc.interval.high).toBeCloseTo(Math.min(1, byPairs.value + spread), 10)
        },
      ),
    )
  })

  it('covers the known area of a synthetic corpus in about 95 % of 400 draws', () => {
    const known = 0.7602499389065233 // of two unit normals one standard deviation apart
    let covered = 0
    for (let seed = 1; seed <= 400; seed++) {
      const { interval } = toAuc(tallyRows(sampleBinormal({ n: 300, distance: 1, seed })))
      if (interval !== null && interval.low <= known && known <= interval.high) covered++
    }
    expect(covered / 400).toBeGreaterThan(0.92)
    expect(covered / 400).toBeLessThan(0.98)
  })
})

function delongByPairs(right: number[], wrong: number[]): { value: number; variance: number } {
  const ofRight = right.map((r) => mean(wrong.map((w) => wins(r, w))))
  const ofWrong = wrong.map((w) => mean(right.map((r) => wins(r, w))))
  return {
    value: mean(ofRight),
    variance: variance(ofRight) / right.length + variance(ofWrong) / wrong.length,
  }
}

const wins = (r: number, w: number): number => (r > w ? 1 : r === w ? 0.5 : 0)
const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length
const variance = (values: number[]): number => {
  const centre = mean(values)
  return values.reduce((total, v) => total + (v - centre) ** 2, 0) / (values.length - 1)
}
const rowsOf = (labels: number[], scores: number[]) =>
  scores.map((confidence, i) => ({ confidence, correct: labels[i] === 1 }))
const repeat = (counts: number[], correct: boolean) =>
  counts.flatMap((n, i) => Array.from({ length: n }, () => ({ confidence: (i + 1) / 5, correct })))
