import { expect, it } from 'vitest'
import { splitClauses } from './split-clauses.js'

it.each([
  [
    'I get 1,000.00 instead of 1000.00 on the page',
    ['I get 1,000.00 instead of 1000.00 on the page'],
  ],
  ['Fix the sum, run the tests', ['Fix the sum', 'run the tests']],
  [
    'Add f(url, body) and flush(http), then stop it all',
    ['Add f(url, body)', 'flush(http)', 'stop it all'],
  ],
])('takes %j apart', (sentence, clauses) => {
  expect(splitClauses(sentence).map(({ text }) => text)).toEqual(clauses)
})
