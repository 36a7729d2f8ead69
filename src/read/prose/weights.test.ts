import { describe, expect, it } from 'vitest'
import { row } from './__fixtures__/labelled-row.js'
import { classify } from './classify.js'
import { trainWeights } from './train-weights.js'
import { formatWeights, parseWeights, shippedWeights } from './weights.js'

const rows = [
  row('all tests pass', 'passed'),
  row('the suite is green', 'passed'),
  row('shall I go on?', 'permission'),
  row('do you want me to continue?', 'permission'),
]
const small = { rows: 1_000, epochs: 12, corpusHash: 'h' }

describe('weights', () => {
  it('come back from their file as they were', () => {
    const weights = trainWeights(rows, small)
    const { bytes, ...head } = parseWeights(formatWeights(weights))
    expect({ ...head, bytes: [...bytes] }).toEqual({ ...weights, bytes: [...weights.bytes] })
  })

  it('are the same for the same rows', () => {
    expect(formatWeights(trainWeights(rows, small))).toEqual(
      formatWeights(trainWeights(rows, small)),
    )
  })

  it('know what they were trained on', () => {
    const weights = trainWeights(rows, small)
    expect(classify({ text: 'the tests pass', before: '' }, weights).label).toBe('passed')
    expect(classify({ text: 'shall I continue?', before: '' }, weights).label).toBe('permission')
  })

  it.each([
    { name: 'empty', file: Buffer.alloc(0), why: 'no file of weights' },
    {
      name: 'of another corpus',
      file: Buffer.from('PK\u0003\u0004 and more of it'),
      why: 'no file of weights',
    },
    {
      name: 'cut',
      file: Buffer.from(formatWeights(trainWeights(rows, small))).subarray(0, 900),
      why: 'are cut',
    },
  ])('refuse a file that is $name', ({ file, why }) => {
    expect(() => parseWeights(file)).toThrow(why)
  })

  it.each(['acts', 'requests', 'replies'] as const)(
    'of %s are shipped, in 2 MB at most',
    (name) => {
      const weights = shippedWeights(name)
      expect(formatWeights(weights!).length).toBeLessThanOrEqual(2 * 1024 * 1024)
    },
  )
})
