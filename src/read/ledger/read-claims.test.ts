import { expect, it } from 'vitest'
import { human, play, says } from '../__fixtures__/play.js'
import { makeRepositoryFacts } from '../__fixtures__/repository-facts.js'
import { readClaims } from './read-claims.js'

it.each([
  [1, 'supported'],
  [0, 'unsupported'],
])('holds a commit that no run shows against what git has: %d is %s', (commits, status) => {
  const ledger = play(human('Add it and commit.'), says('It is committed as 1a2b3c4.'))
  const repository = makeRepositoryFacts({ commitsSinceBase: commits })
  expect(readClaims(ledger.sentences, { ledger, repository })).toMatchObject([
    { kind: 'committed', status },
  ])
})
