import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.js'

const reference = (text: string): string => createHash('sha256').update(text).digest('hex')

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 511, 512, 513, 5000])(
  'hashes %i characters as everybody does',
  (length) => {
    const text = 'abc'.repeat(length).slice(0, length)
    expect(sha256(text)).toBe(reference(text))
  },
)

it('hashes any text as everybody does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      expect(sha256(text)).toBe(reference(text))
    }),
  )
})
