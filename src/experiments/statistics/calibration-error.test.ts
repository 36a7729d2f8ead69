import { describe, expect, it } from 'vitest'
import { brierScore, expectedCalibrationError, reliabilityBins } from './calibration-error.js'
import { tallyRows } from './confidence-tally.js'

const rowsOf = (pairs: [number, number][]) =>
  tallyRows(pairs.map(([confidence, y]) => ({ confidence, correct: y === 1 })))

describe('brierScore', () => {
  it.each<{ name: string; pairs: [number, number][]; expected: number }>([
    {
      name: 'the usual four-forecast example',
      pairs: [
        [0.1, 0],
        [0.9, 1],
        [0.8, 1],
        [0.3, 0],
      ],
      expected: 0.0375,
    },
    { name: 'rain at 70 % that came', pairs: [[0.7, 1]], expected: 0.09 },
    { name: 'rain at 70 % that did not come', pairs: [[0.7, 0]], expected: 0.49 },
    {
      name: 'always one half',
      pairs: [
        [0.5, 1],
        [0.5, 0],
      ],
      expected: 0.25,
    },
  ])('agrees with $name', ({ pairs, expected }) => {
    expect(brierScore(rowsOf(pairs))).toBeCloseTo(expected, 12)
  })

  it('is null without rows', () => {
    expect(brierScore(rowsOf([]))).toBeNull()
  })
})

describe('reliabilityBins', () => {
  it('puts every tenth into the bin that it closes, and 0 into the first', () => {
    const tenths = Array.from({ length: 11 }, (_, i): [number, number] => [i / 10, 1])
    expect(reliabilityBins(rowsOf(tenths)).map((bin) => bin.n)).toEqual([
      2, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    ])
  })

  it('puts every hundredth into the bin that it closes', () => {
    const hundredths = Array.from({ length: 100 }, (_, i): [number, number] => [(i + 1) / 100, 1])
    expect(reliabilityBins(rowsOf(hundredths), 100).map((bin) => bin.n)).toEqual(
      Array.from({ length: 100 }, () => 1),
    )
  })
})

describe('expectedCalibrationError', () => {
  // The documented example of a widely used metrics library, two bins: 0.2900.
  it('agrees with a documented two-bin example', () => {
    const tally = rowsOf([
      [0.25, 0],
      [0.25, 0],
      [0.55, 1],
      [0.75, 1],
      [0.75, 1],
    ])
    expect(expectedCalibrationError(reliabilityBins(tally, 2))).toBeCloseTo(0.29, 12)
  })

  it.each<{ name: string; pairs: [number, number][]; expected: number | null }>([
    {
      name: '1 when always sure and always wrong',
      pairs: [
        [1, 0],
        [1, 0],
      ],
      expected: 1,
    },
    {
      name: '0 when sure and right',
      pairs: [
        [1, 1],
        [0, 0],
      ],
      expected: 0,
    },
    { name: 'null without rows', pairs: [], expected: null },
  ])('is $name', ({ pairs, expected }) => {
    expect(expectedCalibrationError(reliabilityBins(rowsOf(pairs)))).toBe(expected)
  })
})
