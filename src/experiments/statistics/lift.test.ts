import { describe, expect, it } from 'vitest'
import { tallyFrom, tallyRows } from './confidence-tally.js'
import { toLift } from './lift.js'
import { seededRandom } from './sample-binormal.js'

const rows = (confidence: number, right: number, wrong: number) => [
  ...Array.from({ length: right }, () => ({ confidence, correct: true })),
  ...Array.from({ length: wrong }, () => ({ confidence, correct: false })),
]

describe('toLift', () => {
  it.each([
    { name: 'half rated high', data: [...rows(0.9, 30, 10), ...rows(0.2, 18, 22)], points: 15 },
    { name: 'all rated high', data: rows(0.9, 30, 10), points: 0 },
  ])('is $points with $name', ({ data, points }) => {
    const tally = tallyRows(data)
    expect(toLift(tally, tallyFrom(tally, 0.8)).points).toBeCloseTo(points, 9)
  })

  it.each([
    { name: 'no rows', data: [] },
    { name: 'no row rated high', data: rows(0.2, 5, 5) },
  ])('is not there with $name', ({ data }) => {
    const tally = tallyRows(data)
    expect(toLift(tally, tallyFrom(tally, 0.8))).toEqual({
      points: null,
      interval: null,
      low: null,
    })
  })

  it('has an interval that holds the true lift in about 95 % of draws', () => {
    const random = seededRandom(3)
    let held = 0
    for (let draw = 0; draw < 500; draw++) {
      const data = Array.from({ length: 200 }, () => {
        const high = random() < 0.5
        return { confidence: high ? 0.9 : 0.2, correct: random() < (high ? 0.75 : 0.45) }
      })
      const tally = tallyRows(data)
      const { interval } = toLift(tally, tallyFrom(tally, 0.8))
      if (interval !== null && interval.low <= 15 && interval.high >= 15) held++
    }
    expect(held / 500).toBeGreaterThan(0.93)
  })
})
