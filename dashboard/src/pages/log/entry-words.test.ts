import { expect, it } from 'vitest'
import { entryWords } from './entry-words.js'

it.each([
  ['20261116T165127709Z-ba89ca01c43b', '{"reason":"the tests passed"}', 'the tests passed'],
  ['recurring_failure:check:episode-1', 'red in 3 sessions', 'red in 3 sessions'],
  ['tax-in-cents', 'installed for the project', 'tax-in-cents: installed for the project'],
  ['Its "done" was right in 3 of 4', '', 'Its "done" was right in 3 of 4'],
])('%s and %s are told as %s', (input, output, words) => {
  expect(entryWords({ input, output })).toBe(words)
})
