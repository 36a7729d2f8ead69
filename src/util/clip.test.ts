import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clip } from './clip.js'

describe('clip', () => {
  it('leaves a text that fits as it is', () => {
    expect(clip('short', 5)).toBe('short')
  })

  it('keeps the head and the tail', () => {
    const text = `HEAD${'x'.repeat(500)}TAIL`
    const clipped = clip(text, 100)
    expect(clipped).toMatch(/^HEADx+\n… 408 characters left out …\nx+TAIL$/)
    expect(clipped.length).toBeLessThanOrEqual(100)
  })

  it('never leaves half of a surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 200 }),
        fc.integer({ min: 60, max: 150 }),
        (text, max) => {
          const clipped = clip(text, max)
          expect(clipped.length).toBeLessThanOrEqual(max)
          expect(clipped.isWellFormed()).toBe(text.isWellFormed())
        },
      ),
    )
  })
})
