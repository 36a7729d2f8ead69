import { describe, expect, it } from 'vitest'
import { NO_FACTS } from './end-facts.js'
import type { EndFacts } from '../../../schema/end-facts.js'
import { judgeOutcome } from './judge-outcome.js'
import type { OutcomeFacts } from './judge-outcome.js'
import type { Verdict } from '../../../schema/verdict.js'

const DOUBT = "That's wrong, the login still fails with the same error."
const THANKS = 'Thanks, that works perfectly, looks great!'

const facts = (end: Partial<EndFacts>, more: Partial<OutcomeFacts> = {}): OutcomeFacts => ({
  end: { ...NO_FACTS, turn: 1, said: 'I fixed the login.', ...end },
  turnEnd: 'reflected',
  ownChecks: [],
  verdict: null,
  isWeakened: false,
  leftRed: null,
  ...more,
})

const complete: Verdict = {
  id: 'v1',
  session_id: 's1',
  turn: 1,
  timestamp: '2026-01-01T00:00:00.000Z',
  complete: true,
  abstained: false,
  severity: 'NONE',
  feedback: '',
  missing: [],
  next_actions: [],
  requires_human_action: false,
  gates: [],
  judge: 'rules',
  degraded: false,
}
const incomplete: Verdict = {
  ...complete,
  complete: false,
  severity: 'HIGH',
  missing: ['a push'],
  next_actions: ['Push it.'],
  gates: ['contradicted_claim'],
}
const asks: Verdict = { ...complete, complete: false }
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
      name: "a person's doubt stands over green checks",
      given: facts({ ...green, replies: [DOUBT] }),
      expected: { status: 'failed', basis: 'next_message' },
    },
    {
      name: 'so does the doubt that the next session begins with, as what it is to do',
      given: facts({
        ...green,
        said: 'discount() is in src/discount.js with a test; `npm test` passes.',
        next: 'discount() is still wrong: discount(2000, 10) gives 1990 instead of 1800.',
      }),
      expected: { status: 'failed', basis: 'next_message' },
    },
    {
      name: 'an order for more of it is no doubt of it',
      given: facts({
        ...green,
        said: 'f0() is there with a test; `npm test` passes.',
        next: 'Add f1() that gives 1 in src/f1.js with a test; run npm test.',
      }),
      expected: { status: 'completed', basis: 'recorded_checks' },
    },
    {
      name: 'words that may doubt it, and tell of no failure, stand behind green checks',
      given: facts({ ...green, replies: ['Refactor the login again and keep npm test green.'] }),
      expected: { status: 'completed', basis: 'recorded_checks' },
    },
    {
      name: 'the tests of something else are no doubt of it',
      given: facts({
        ...green,
        said: 'The export button is there; all tests pass.',
        next: 'The tests of the parser still fail with the same error, that is wrong.',
      }),
      expected: { status: 'completed', basis: 'recorded_checks' },
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
      name: 'green checks complete no work that the rules found unfinished',
      given: facts(green, { verdict: incomplete }),
      expected: {
        status: 'failed',
        basis: 'judge',
        reason: 'judged incomplete by rules (contradicted_claim)',
      },
    },
    {
      name: "green checks stand over a model's word",
      given: facts(green, { verdict: { ...incomplete, judge: 'some-model' } }),
      expected: { status: 'completed', basis: 'recorded_checks' },
    },
    {
      name: 'a check of our own that is green by a weaker test completes nothing',
      given: facts({}, { ownChecks: [{ name: 'test', result: 'passed' }], isWeakened: true }),
      expected: { status: 'unknown', reason: 'test: green, only with a weaker check' },
    },
    {
      name: 'green checks complete no work that was not delivered as asked',
      given: facts({ ...green, undelivered: 'Commit and push.' }),
      expected: {
        status: 'unknown',
        basis: 'none',
        reason: expect.stringMatching(/not delivered/),
      },
    },
    {
      name: 'green checks complete no order for tests that check nothing',
      given: facts({ ...green, idle: 'Add a test for trim.' }),
      expected: {
        status: 'unknown',
        basis: 'none',
        reason: expect.stringMatching(/check nothing: .*Add a test for trim/),
      },
    },
    {
      name: 'green checks complete no work that was thrown away',
      given: facts({ ...green, thrownAway: true }),
      expected: {
        status: 'unknown',
        basis: 'none',
        reason: 'npm test: green, but the change was thrown away',
      },
    },
    {
      name: 'whoever asks waits for a person',
      given: facts({ said: 'legacy/ has 2 files. Shall I delete it?' }, { verdict: asks }),
      expected: {
        status: 'waiting',
        basis: 'judge',
        reason: expect.stringMatching(/^it waits for a person: .*Shall I delete it\?/),
      },
    },
    {
      name: 'what was said in an earlier turn is not what it waits for',
      given: facts({ said: 'Pushed.' }, { verdict: { ...asks, turn: 2 } }),
      expected: { status: 'waiting', reason: 'it waits for a person' },
    },
    {
      name: 'who needs what only a person has waits for a person',
      given: facts(
        { said: 'I have no token for the registry.' },
        {
          verdict: { ...asks, severity: 'LOW', missing: ['a token'], requires_human_action: true },
        },
      ),
      expected: { status: 'waiting' },
    },
    ...[
      'Refactor total() and make sure npm test and npm run lint are green.',
      'Delete legacy/ and commit.',
      'The checkout page is broken again in Safari. Fix it.',
    ].map((next) => ({
      name: `what the next session asks for is no word on this one: ${next}`,
      given: facts({ next }),
      expected: { status: 'unknown', basis: 'none' },
    })),
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
