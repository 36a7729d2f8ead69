import { describe, expect, it } from 'vitest'
import { row } from './__fixtures__/labelled-row.js'
import { classify } from './classify.js'
import { trainWeights } from './train-weights.js'
import { tryTuning, tuneWeights } from './tune-weights.js'

const THINGS = ['login', 'cart', 'menu', 'parser', 'cache', 'header', 'search', 'export']
const shipped = trainWeights(
  THINGS.flatMap((thing) => [
    row(`the ${thing} tests pass`, 'passed'),
    row(`shall I fix the ${thing}?`, 'permission'),
    row(`the ${thing} reads a file`, 'other'),
  ]),
  { rows: 4_000, epochs: 12, corpusHash: 'h' },
)
const heldOut = [
  row('the footer tests pass', 'passed'),
  row('shall I fix the footer?', 'permission'),
]
/** This user's agent says "smoke is fine" when a check passed. */
const corrections = THINGS.flatMap((thing) => [row(`${thing}: smoke is fine`, 'passed')])

describe('tuning', () => {
  it('learns what it is told and forgets nothing else', () => {
    const tuning = tryTuning(shipped, corrections, heldOut)
    expect(tuning).toMatchObject({ isBetter: true, heldOut: { n: 2, shipped: 2, tuned: 2 } })
    expect(tuning.corrections.tuned).toBeGreaterThan(tuning.corrections.shipped)
    const reading = { text: 'footer: smoke is fine', before: '' }
    expect(classify(reading, tuning.weights).label).toBe('passed')
    expect(tuning.weights.corpusHash).toBe('h')
  })

  it('is refused when it is no better', () => {
    const known = [
      row('the login tests pass', 'passed'),
      row('shall I fix the menu?', 'permission'),
    ]
    expect(tryTuning(shipped, known, heldOut).isBetter).toBe(false)
  })

  it('is refused when sentences that it never saw are read worse', () => {
    const wrong = Array.from({ length: 8 }, () =>
      THINGS.map((one) => row(`the ${one} tests pass`, 'other')),
    ).flat()
    expect(tryTuning(shipped, wrong, heldOut).isBetter).toBe(false)
  })

  it('passes over a label that the reader does not know', () => {
    expect(tuneWeights(shipped, [row('x', 'unknown')]).bytes).toEqual(shipped.bytes)
  })
})
