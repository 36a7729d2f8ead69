import { describe, expect, it } from 'vitest'
import { NO_FACTS } from './end-facts.js'
import type { EndFacts } from './end-facts.js'
import { judgeOutcome } from './judge-outcome.js'
import type { OutcomeFacts } from './judge-outcome.js'

const DOUBT = "That's wrong, the login still fails with the same error."
const THANKS = 'Thanks, that works perfectly, looks great!'

const facts = (end: Partial<EndFacts>, more: Partial<OutcomeFacts> = {}): OutcomeFacts => ({
  end: { ...NO_FACTS, turn: 1, said: 'I fixed the login.', ...end },
  turnEnd: 'reflected',
  ownChecks: [],
  verdict: null,
  ...more,
})

const complete = { complete: true, judge: 'rules', gates: [] }
const green: Partial<EndFacts> = { result: 'passed', green: ['npm test'] }
const red: Partial<EndFacts> = { result: 'failed', red: ['npm test'] }

describe('how a session ended', () => {
  it.each([
    {
      name: 'a red check of our own stands over everything else',
      given: facts(
        { ...green, replies: [THANKS] },
        { ownChecks: [{ name: 'test', result: 'new_failure' }], verdict: complete },
      ),
      expected: { status: 'failed', basis: 'own_check', checks: { green: [], red: ['test'] } },
    },
    {
      name: 'a check that was red before says nothing',
      given: facts(green, { ownChecks: [{ name: 'test', result: 'preexisting' }] }),
      expected: { status: 'completed', basis: 'recorded_checks' },
    },
    {
      name: 'red checks at the end stand over thanks',
      given: facts({ ...red, replies: [THANKS] }),
      expected: { status: 'failed', basis: 'recorded_checks', reason: 'npm test: red' },
    },
    {
      name: 'a person stands over the judge',
      given: facts({ replies: [DOUBT] }, { verdict: complete }),
      expected: { status: 'failed', basis: 'next_message' },
    },
    {
      name: 'the last words count',
      given: facts({ replies: [THANKS, DOUBT] }),
      expected: { status: 'failed', basis: 'next_message' },
    },
    {
      name: 'the first words of the next session count',
      given: facts({ next: THANKS }),
      expected: { status: 'completed', basis: 'next_message' },
    },
    {
      name: 'words that say nothing of the work count for nothing',
      given: facts({ replies: ['continue'] }, { verdict: complete }),
      expected: { status: 'completed', basis: 'judge', reason: 'judged complete by rules' },
    },
    {
      name: 'whoever commits it accepts it',
      given: facts({ committed: 'a'.repeat(40) }),
      expected: { status: 'completed', basis: 'next_message' },
    },
    {
      name: 'a judge that abstains says nothing',
      given: facts({}, { verdict: { ...complete, complete: null } }),
      expected: { status: 'unknown', basis: 'none' },
    },
    {
      name: 'a session that a person stopped is aborted',
      given: facts(green, { turnEnd: 'aborted' }),
      expected: { status: 'aborted', basis: 'none' },
    },
  ])('$name', ({ given, expected }) => {
    expect(judgeOutcome(given)).toMatchObject(expected)
  })

  it('takes an error that was asked for as no doubt', () => {
    const said = 'Which error do you see in the console?'
    const given = facts({ said, replies: ["TypeError: can't read 'map' of undefined"] })
    expect(judgeOutcome(given)).toMatchObject({ status: 'unknown' })
  })
})
