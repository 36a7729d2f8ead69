import { describe, expect, it } from 'vitest'
import { normaliseError } from '../read/output/normalise-error.js'
import { fingerprintOf } from './fingerprint.js'

describe('normaliseError', () => {
  it.each([
    ['took 31.5 s, then 12ms', 'took <duration>, then <duration>'],
    ['at 2030-01-02T03:04:05.678Z', 'at <time>'],
    ['object 0xDEADBEEF', 'object <address>'],
    ['/home/me/shop/src/cart.ts:12:5 failed', 'cart.ts:#:# failed'],
    ['row 6f1c2d3e-0000-4a5b-8c9d-001122334455', 'row <id>'],
    ['\u001b[31mRed\u001b[0m  text', 'red text'],
  ])('reads %j as %j', (text, expected) => {
    expect(normaliseError(text)).toBe(expected)
  })
})

describe('fingerprintOf', () => {
  const base = { file: 'src/cart.ts', symbol: 'total', analysis: 'one' }
  const first = fingerprintOf({ ...base, errorOutput: 'ran in 12ms\nTypeError: total is 3\n at x' })

  it('is the same for another run of the same failure', () => {
    const errorOutput = 'ran in 99ms\nother noise\nTypeError: total is 4\n at y'
    const file = '/tmp/elsewhere/src/cart.ts'
    expect(fingerprintOf({ ...base, file, errorOutput, analysis: 'two' })).toBe(first)
  })

  it.each([
    ['file', { file: 'src/other.ts' }],
    ['symbol', { symbol: 'sum', errorOutput: 'TypeError: sum is 3' }],
    ['error', { errorOutput: 'ReferenceError: total' }],
  ])('differs by %s', (_what, fields) => {
    const errorOutput = 'TypeError: total is 3'
    expect(fingerprintOf({ ...base, errorOutput, ...fields })).not.toBe(first)
  })

  it('tells failures apart by their lesson when the output names nothing', () => {
    const bare = { errorOutput: 'failed', file: null, symbol: null }
    expect(fingerprintOf({ ...bare, analysis: 'one' })).not.toBe(
      fingerprintOf({ ...bare, analysis: 'two' }),
    )
  })
})
