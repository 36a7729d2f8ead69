import { describe, expect, it } from 'vitest'
import { evenText } from './even-text.js'

describe('even text', () => {
  it.each([
    ['a short text', 'It is done.\n\n\n'],
    ['prose', 'A sentence, and one more.\n\nA second paragraph.\n'.repeat(40)],
    ['output', '    at run (src/a.ts:12:3)\n\n\n  12 passed\n'.repeat(40)],
  ])('is %s as it is', (_title, text) => {
    expect(evenText(text)).toBe(text)
  })

  it.each([
    ['a long word', 'a'.repeat(600), 'a'.repeat(256)],
    ['white space', `a${' '.repeat(600)}b`, `a${' '.repeat(32)}b`],
    ['blank lines', `a${'\n'.repeat(600)}b`, 'a\n\n\nb'],
    ['blank lines with spaces', `a${' \n'.repeat(600)}b`, 'a \n\n\nb'],
    [
      'a long line',
      'ab '.repeat(1000),
      'ab '.repeat(334).slice(0, 1000) + 'ab '.repeat(334).slice(-1000),
    ],
  ])('bounds %s', (_title, text, expected) => {
    expect(evenText(text)).toBe(expected)
  })

  it('leaves no part of a secret where it cuts', () => {
    const key = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'.repeat(11)}`
    expect(evenText(`token ${key} end`)).not.toContain(key.slice(-40))
  })

  it('bounds the whole, and keeps both ends', () => {
    const text = evenText(`begin ${'word '.repeat(50_000)}end`)
    expect(text.length).toBeLessThanOrEqual(65_536)
    expect(text).toMatch(/^begin /)
    expect(text).toMatch(/end$/)
  })
})
