import { describe, expect, it } from 'vitest'
import {
  edits,
  factsOf,
  human,
  reads,
  runs,
  says,
  session,
  VITEST_GREEN,
  VITEST_RED,
} from './__fixtures__/session.js'
import { toStopFacts } from './facts.js'
import { judgeByAccount } from './judge-by-account.js'
import { NO_TREE } from '../../judge/world.js'

const fix = human('Fix the sum in src/a.ts')
const useVat = human('Create src/vat.ts and use it in total(). Run the tests.')
const edit = edits('src/a.ts')
const red = runs('npx vitest run', 1, VITEST_RED)
const green = runs('npx vitest run', 0, VITEST_GREEN)

const summary = (...parts: Parameters<typeof factsOf>) => {
  const { complete, severity, requiresHumanAction, red } = judgeByAccount(
    factsOf(...parts),
    NO_TREE,
  )
  return {
    complete,
    severity,
    requiresHumanAction,
    red: red.filter((gate) => gate.counts).map(({ gate }) => gate),
  }
}

describe('the rule judge', () => {
  it.each([
    {
      name: 'objects to a red push gate',
      parts: [fix, edit, red, says('I changed the sum.')],
      expected: {
        complete: false,
        severity: 'HIGH',
        requiresHumanAction: false,
        red: ['red'],
      },
    },
    {
      name: 'calls a fix unproven that no test of its own shows',
      parts: [fix, edit, green, says('Fixed.')],
      expected: { complete: null, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'abstains while a demand has no evidence of its own',
      parts: [useVat, edits('src/vat.ts'), green, says('Created src/vat.ts. All tests pass.')],
      expected: { complete: null, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'calls work done when each demand has evidence of its own',
      parts: [
        human('Create src/vat.ts. Run the tests.'),
        edits('src/vat.ts'),
        green,
        says('Created src/vat.ts. All tests pass.'),
      ],
      expected: { complete: true, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'calls a fix done whose test was red before it',
      parts: [fix, red, edit, green, says('Fixed, all tests pass.')],
      expected: { complete: true, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'abstains where the red was of its own making',
      parts: [fix, edit, red, edit, green, says('Fixed, all tests pass.')],
      expected: { complete: null, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'abstains where an order may have been taken for a question',
      parts: [
        human('Let report() also print how many items there are. Run the tests until green.'),
        edit,
        green,
        says('All tests pass.'),
      ],
      expected: { complete: null, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'abstains when nothing was checked',
      parts: [fix, edit, says('Fixed.')],
      expected: { complete: null, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'calls a finished research task complete without tests',
      parts: [
        human('Research how sums work, do not write any code'),
        reads('a'),
        says('They add.'),
      ],
      expected: { complete: true, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'waits for a decision of the user',
      parts: [human('Store the sums'), reads('a'), says('Do you want Postgres or a file?')],
      expected: { complete: false, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'waits for what only a person has',
      parts: [
        human('Publish the package'),
        runs('npm publish', 1, 'OTP required'),
        says('I need you to send me the one-time code from your phone.'),
      ],
      expected: { complete: false, severity: 'LOW', requiresHumanAction: true, red: [] },
    },
    ...[
      'Should rounding be half-up, half-even, or something else?',
      'Should rounding be half-up or half-even? Is there anything else?',
      'Le total est faux, mais quel arrondi dois-je garder ?',
      '四舍五入还是银行家舍入？这个问题需要定。',
      '¿Redondeo más arriba o más abajo?',
      'Half-up, half-even? (default: half-up)',
      'هل أقرّب إلى الأعلى؟',
      'What rounding is wanted? Both are short. Both are tested.',
    ].map((question) => ({
      name: `waits for a choice that stands beside a red run: ${question}`,
      parts: [fix, edit, red, says(question)],
      expected: { complete: false, severity: 'NONE', requiresHumanAction: false, red: [] },
    })),
    ...[
      'Should I use Postgres or SQLite? I also need the API key.',
      'I need the API key for the tests. And which rounding do you want, half-up or half-even?',
      'Please send me the API key, and tell me: half-up or half-even?',
      'Ich brauche noch den API-Schlüssel. Soll ich kaufmännisch oder mathematisch runden?',
      'Necesito la clave de la API. ¿Uso Postgres o SQLite?',
      'Please give me the password of the database. Shall I drop the old table meanwhile?',
    ].map((text) => ({
      name: `waits for a choice beside what only a person has: ${text}`,
      parts: [fix, edit, red, says(text)],
      expected: {
        complete: false,
        severity: expect.stringMatching(/NONE|LOW/) as string,
        requiresHumanAction: expect.any(Boolean) as boolean,
        red: [],
      },
    })),
    ...[
      'Is there anything else I can help with?',
      'Do you have any questions?',
      "If you like, I'll go on with the tax.",
      'Se vuoi proseguo con il carattere di controllo.',
    ].map((text) => ({
      name: `does not wait for an answer to a courtesy: ${text}`,
      parts: [fix, edit, red, says(`I changed the sum. ${text}`)],
      expected: {
        complete: false,
        severity: 'HIGH',
        requiresHumanAction: false,
        red: ['red'],
      },
    })),
    ...[
      'The page of the session cache keeps old values until the next refresh.',
      'The records are held until the queue is empty.',
      'The table stays locked unless the flag is off.',
    ].map((text) => ({
      name: `does not take a report for waiting: ${text}`,
      parts: [fix, edit, red, says(`The sum is fixed and all tests pass. ${text}`)],
      expected: {
        complete: false,
        severity: 'HIGH',
        requiresHumanAction: false,
        red: ['red'],
      },
    })),
    ...[
      'Ready when you are. The dump is in the backup folder.',
      "If you like, I'll run it on production.",
      'The dry run is clean. I hold here.',
    ].map((text) => ({
      name: `waits where an act that leaves the working tree is at hand: ${text}`,
      parts: [human('Migrate production'), edit, red, says(text)],
      expected: { complete: false, severity: 'NONE', requiresHumanAction: false, red: [] },
    })),
    ...['reads', 'looks'].map((what) => ({
      name: `waits for the answer of an agent that only ${what} after its question`,
      parts: [
        fix,
        edit,
        red,
        says('Shall I drop the orders table in production?'),
        what === 'reads' ? reads('src/a.ts') : runs('git status'),
      ],
      expected: { complete: false, severity: 'NONE', requiresHumanAction: false, red: [] },
    })),
    {
      name: 'waits for what only a person has, beside a failure that is told',
      parts: [fix, edit, red, says('I need you to send me the API key. The tests fail.')],
      expected: { complete: false, severity: 'LOW', requiresHumanAction: true, red: [] },
    },
  ])('$name', ({ parts, expected }) => {
    expect(summary(...parts)).toEqual(expected)
  })

  it.each([
    'Shall I drop the orders table in production?',
    'Half-up or half-even?',
    'Once you confirm, I roll it out.',
  ])('waits for a question that the transcript does not hold yet: %s', (asked) => {
    const lagging = session(fix, says('I look at the sum.'), edit, red)
    const evidence = {
      ...lagging,
      lastMessage: asked,
      sentences: session(fix, says(asked)).sentences,
    }
    expect(judgeByAccount(toStopFacts(evidence), NO_TREE)).toMatchObject({
      waitsFor: asked,
      severity: 'NONE',
    })
  })

  it.each([
    { set: 'off', shown: [] },
    {
      set: 'note',
      shown: [{ gate: 'red', tier: 'note', demoted: false, counts: false }],
    },
    { set: 'push', shown: [{ gate: 'red', tier: 'push', demoted: false, counts: true }] },
  ] as const)('follows a gate that the user set to $set, whatever its record', ({ set, shown }) => {
    const facts = factsOf(fix, edit, red, says('I changed the sum.'))
    const judgement = judgeByAccount(facts, NO_TREE, {
      demoted: new Set(['red']),
      switches: { failing_tests: set },
    })
    expect(judgement.red).toMatchObject(shown)
    expect(judgement.red).toHaveLength(shown.length)
  })

  it('only notes what a demoted gate says', () => {
    const facts = factsOf(fix, edit, red, says('I changed the sum.'))
    const judgement = judgeByAccount(facts, NO_TREE, { demoted: new Set(['red']) })
    expect(judgement).toMatchObject({
      complete: null,
      red: [{ gate: 'red', tier: 'note', demoted: true, counts: false }],
    })
  })
})
