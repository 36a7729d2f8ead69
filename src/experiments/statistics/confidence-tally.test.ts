import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TallyBuilder, tallyFrom, tallyRows } from './confidence-tally.js'

const row = fc.record({
  confidence: fc.constantFrom(0, 0.1, 0.25, 0.5, 0.8, 0.9, 1),
  correct: fc.boolean(),
})

describe('tallyRows', () => {
  it('counts right and wrong per distinct confidence, by rising confidence', () => {
    const tally = tallyRows([
      { confidence: 0.9, correct: true },
      { confidence: 0.2, correct: false },
      { confidence: 0.9, correct: false },
      { confidence: -0, correct: true },
      { confidence: 0, correct: true },
    ])
    expect(plain(tally)).toEqual({
      confidence: [0, 0.2, 0.9],
      right: [2, 0, 1],
      wrong: [0, 1, 1],
      rights: 3,
      wrongs: 2,
    })
  })

  it('gives the same tally for any order of the rows', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(plain(tallyRows(rows.toReversed()))).toEqual(plain(tallyRows(rows)))
      }),
    )
  })

  it('keeps one entry per distinct confidence over more rows than it buffers', () => {
    const builder = new TallyBuilder()
    for (let i = 0; i < 200_000; i++) builder.add((i % 4) / 4, i % 3 === 0)
    expect(plain(builder.build())).toEqual({
      confidence: [0, 0.25, 0.5, 0.75],
      right: [16_667, 16_666, 16_667, 16_667],
      wrong: [33_333, 33_334, 33_333, 33_333],
      rights: 66_667,
      wrongs: 133_333,
    })
  })
})

describe('tallyFrom', () => {
  it.each([
    { threshold: 0.8, expected: { confidence: [0.8, 1], right: [1, 1], wrong: [1, 0] } },
    { threshold: 0.81, expected: { confidence: [1], right: [1], wrong: [0] } },
    { threshold: 1.1, expected: { confidence: [], right: [], wrong: [] } },
  ])('keeps what is rated at least $threshold', ({ threshold, expected }) => {
    const tally = tallyRows([
      { confidence: 0.5, correct: true },
      { confidence: 0.8, correct: true },
      { confidence: 0.8, correct: false },
      { confidence: 1, correct: true },
    ])
    expect(plain(tallyFrom(tally, threshold))).toMatchObject(expected)
  })
})

const plain = (tally: ReturnType<typeof tallyRows>) => ({
  confidence: [...tally.confidence],
  right: [...tally.right],
  wrong: [...tally.wrong],
  rights: tally.rights,
  wrongs: tally.wrongs,
})
