import { expect, it } from 'vitest'
import { toPerson } from './to-person.js'

it.each([
  ['You say that 57 tests pass, but 4 ran', 'The agent says that 57 tests pass, but 4 ran'],
  [
    'You say that you ran `go test`; no such run',
    'The agent says that it ran `go test`; no such run',
  ],
  [
    'You report the tests as good, but 1 failed',
    'The agent reports the tests as good, but 1 failed',
  ],
  ['Your report points at a.ts', 'Its report points at a.ts'],
  [
    'a test is skipped, and your message does not say so',
    'a test is skipped, and its message does not say so',
  ],
  ['`npm test` failed when it last ran', '`npm test` failed when it last ran'],
])('«%s» is told to a person as «%s»', (fact, told) => {
  expect(toPerson(fact)).toBe(told)
})
