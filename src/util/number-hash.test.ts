import { expect, it } from 'vitest'
import { numberHash } from './number-hash.js'

it('gives the same text the same safe integer', () => {
  const hash = numberHash('4b1c6f0e-6a57-4c5e-9b0a-0a6f2b1f9d11')
  expect(hash).toBe(numberHash(['4b1c6f0e-6a57-4c5e', '9b0a-0a6f2b1f9d11'].join('-')))
  expect(Number.isSafeInteger(hash)).toBe(true)
})

it('tells a hundred thousand texts that differ in one place apart', () => {
  const hashes = new Set(Array.from({ length: 100_000 }, (_, index) => numberHash(`line-${index}`)))
  expect(hashes.size).toBe(100_000)
})
