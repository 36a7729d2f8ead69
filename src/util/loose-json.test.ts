import { describe, expect, it } from 'vitest'
import { shortHash } from './loose-json.js'

describe('shortHash', () => {
  it.each(['', 'a', 'npm test', '\u{1f600}', 'x'.repeat(100_000)])(
    'is twelve characters of a file name, and the same each time: %j',
    (text) => {
      expect(shortHash(text)).toMatch(/^[0-9a-z]{12}$/)
      expect(shortHash(text)).toBe(shortHash(`${text} `.slice(0, -1)))
    },
  )

  it('tells apart texts that differ in one place, in order or in length', () => {
    const texts = new Set(
      Array.from(
        { length: 200_000 },
        (_, index) => `the line ${index} of ${'\0'.repeat(index % 7)}`,
      ),
    )
    for (const order of ['ab', 'ba', 'aab', 'aba', 'baa']) texts.add(order)
    expect(new Set([...texts].map(shortHash)).size).toBe(texts.size)
  })
})
