import { describe, expect, it } from 'vitest'
import { makeRepositoryFacts } from '../../read/__fixtures__/repository-facts.js'
import { rateChange } from './rate-change.js'

const seen = makeRepositoryFacts()
const LIMITS = { riskThreshold: 0.5, rankThreshold: 6.5 }

describe('a change', () => {
  it.each([
    ['nothing was looked at', null, 'the change could not be seen (no repository was looked at)'],
    [
      'git is missing',
      { ...seen, root: null, degraded: ['git-missing'] },
      'the change could not be seen (git was not found)',
    ],
    [
      'there is no repository',
      { ...seen, root: null, degraded: ['not-a-repository'] },
      'the change could not be seen (this is not a git repository)',
    ],
    [
      'git gave up half-way',
      { ...seen, degraded: ['git-timeout', 'rebase-in-progress'] },
      'the change could not be seen (git took too long)',
    ],
    ['nothing changed', { ...seen, degraded: ['rebase-in-progress'] }, 'no files changed'],
    ['there is no doubt', seen, 'no files changed'],
  ])('says what is known when %s', (_, repository, reason) => {
    expect(rateChange(repository, LIMITS)).toEqual({
      needs_review: false,
      score: 0,
      surface: 'none',
      reason,
    })
  })

  it('is rated by what was seen, however little that is', () => {
    const facts = { ...seen, filesChanged: ['src/auth/login.ts'], degraded: ['git-timeout'] }
    expect(rateChange(facts, LIMITS)).toEqual({
      needs_review: true,
      score: 1,
      surface: 'auth',
      reason: 'auth: src/auth/login.ts',
    })
  })
})
