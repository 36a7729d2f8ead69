import { describe, expect, it } from 'vitest'
import { tallyRows } from '../statistics/confidence-tally.js'
import { sampleBinormal } from '../statistics/sample-binormal.js'
import { assessCalibration } from './calibration.js'
import { noSkippedRows } from './confidence-row.js'

interface Row {
  confidence: number
  correct: boolean
}

const assess = (rows: Row[], high?: number) =>
  assessCalibration(
    { tally: tallyRows(rows), read: rows.length, skipped: noSkippedRows() },
    { source: 'test', ...(high === undefined ? {} : { high }) },
  )

const rows = (confidence: number, right: number, wrong: number): Row[] => [
  ...Array.from({ length: right }, () => ({ confidence, correct: true })),
  ...Array.from({ length: wrong }, () => ({ confidence, correct: false })),
]

describe('assessCalibration', () => {
  it.each([
    { name: 'nothing', data: [], state: 'insufficient', says: '0 usable rows; 30 are needed' },
    {
      name: 'rows that are all right',
      data: rows(0.9, 100, 0),
      state: 'insufficient',
      says: 'every usable row is right: nothing to tell apart',
    },
    {
      name: 'rows that are all wrong',
      data: rows(0.9, 0, 100),
      state: 'insufficient',
      says: 'every usable row is wrong: nothing to tell apart',
    },
    {
      name: 'too few rated high',
      data: [...rows(0.9, 9, 10), ...rows(0.3, 50, 50)],
      state: 'insufficient',
      says: '19 rows are self-rated high; 20 are needed',
    },
    {
      name: 'too few wrong among the high',
      data: [...rows(0.9, 50, 4), ...rows(0.3, 50, 50)],
      state: 'insufficient',
      says: 'of the self-rated-high rows 50 are right and 4 wrong; 5 of each are needed',
    },
    {
      name: 'the same confidence everywhere',
      data: rows(0.9, 60, 40),
      state: 'killed',
      says: 'AUC on the self-rated-high rows is 0.500',
    },
    {
      name: 'high rows that rank at random',
      data: [...rows(0.9, 20, 10), ...rows(0.95, 20, 10), ...rows(0.1, 10, 90)],
      state: 'killed',
      says: 'AUC on the self-rated-high rows is 0.500',
    },
    {
      name: 'high rows that are no better than the rest, and ordered among themselves',
      data: [...rows(0.99, 40, 5), ...rows(0.85, 10, 25), ...rows(0.1, 60, 35)],
      state: 'undecided',
      says: 'lift there is −0.4 points',
    },
    {
      name: 'confidence that means something',
      data: [...rows(0.99, 120, 10), ...rows(0.85, 40, 30), ...rows(0.1, 20, 180)],
      state: 'passed',
      says: 'lift there is +35.0 points (at least +2',
    },
    {
      name: '60 rows rated high with an area of 0.67',
      data: [...rows(0.95, 27, 5), ...rows(0.85, 17, 11), ...rows(0.3, 20, 40)],
      state: 'undecided',
      says: 'above, but its bound is not above 0.60',
    },
  ])('says $state on $name', ({ data, state, says }) => {
    const { verdict } = assess(data)
    expect(verdict.state).toBe(state)
    expect(verdict.reasons.join('; ')).toContain(says)
  })

  it('gives whole figures for a small set', () => {
    const { figures } = assess([...rows(0.9, 3, 1), ...rows(0.3, 1, 3)])
    expect({ ...figures, bins: figures.bins.filter((bin) => bin.n > 0).length }).toMatchObject({
      rows: { read: 8, used: 8 },
      distinctConfidences: 2,
      base: { hits: 4, n: 8, share: 0.5 },
      auc: { value: 0.75, rights: 4, wrongs: 4 },
      brier: expect.closeTo((3 * 0.01 + 0.81 + 0.49 + 3 * 0.09) / 8, 12),
      ece: expect.closeTo((4 * 0.15 + 4 * 0.05) / 8, 12),
      bins: 2,
      high: { threshold: 0.8, accuracy: { hits: 3, n: 4, share: 0.75 }, lift: { points: 25 } },
    })
  })

  it.each([
    { high: 0.8, n: 100 },
    { high: 0.95, n: 65 },
  ])('takes rows from $high on as rated high', ({ high, n }) => {
    const data = [...rows(0.99, 60, 5), ...rows(0.85, 20, 15), ...rows(0.1, 10, 90)]
    expect(assess(data, high).figures.high.accuracy.n).toBe(n)
  })

  it('finds the area of a synthetic corpus inside its interval', () => {
    const { auc } = assess([...sampleBinormal({ n: 20_000, distance: 1, seed: 7 })]).figures
    expect(auc.interval?.low).toBeLessThan(0.76025)
    expect(auc.interval?.high).toBeGreaterThan(0.76025)
  })

  it('draws curves of at most a few hundred points from many distinct confidences', () => {
    const { figures } = assess([...sampleBinormal({ n: 20_000, distance: 1, seed: 7 })])
    expect(figures.roc.length).toBeLessThan(402)
    expect(figures.riskCoverage.length).toBeLessThan(602)
  })
})
