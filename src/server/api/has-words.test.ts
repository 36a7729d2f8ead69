import { expect, it } from 'vitest'
import { hasWords } from './has-words.js'

it.each([
  { search: undefined, fits: true },
  { search: 'ledger', fits: true },
  { search: 'LEDGER sum', fits: true },
  { search: ' sum ', fits: true },
  { search: 'ledger price', fits: false },
  { search: 'sums the', fits: false },
])('finds $search: $fits', ({ search, fits }) => {
  expect(hasWords(['The Ledger', 'a sum of it'], search)).toBe(fits)
})
