import { describe, expect, it } from 'vitest'
import { readable } from './readable.js'

describe('readable', () => {
  it.each([
    ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
    ['plain words', 'plain words'],
    ['{torn', '{torn'],
    ['"quoted"', '"quoted"'],
    ['', ''],
  ])('shows %j as %j', (text, shown) => {
    expect(readable(text)).toBe(shown)
  })
})
