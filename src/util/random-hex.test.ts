import { expect, it } from 'vitest'
import { randomHex } from './random-hex.js'

it.each([1, 8, 12, 16, 40])('gives %i hexadecimal digits', (digits) => {
  expect(randomHex(digits)).toMatch(new RegExp(`^[0-9a-f]{${digits}}$`))
})

it('gives others each time', () => {
  const many = Array.from({ length: 1000 }, () => randomHex(12))
  expect(new Set(many).size).toBe(many.length)
})
