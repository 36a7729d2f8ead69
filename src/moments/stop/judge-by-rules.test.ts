import { describe, expect, it } from 'vitest'
import {
  edits,
  factsOf,
  human,
  reads,
  runs,
  says,
  todos,
  VITEST_GREEN,
  VITEST_RED,
} from './__fixtures__/session.js'
import { judgeByRules } from './judge-by-rules.js'

const fix = human('Fix the sum in src/a.ts')
const edit = edits('src/a.ts')
const red = runs('npx vitest run', 1, VITEST_RED)
const green = runs('npx vitest run', 0, VITEST_GREEN)

const summary = (...parts: Parameters<typeof factsOf>) => {
  const { complete, severity, requiresHumanAction, red } = judgeByRules(factsOf(...parts))
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
        red: ['failing_tests'],
      },
    },
    {
      name: 'calls work done that a green run supports',
      parts: [fix, edit, green, says('Fixed.')],
      expected: { complete: true, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'abstains when nothing was checked',
      parts: [fix, edit, says('Fixed.')],
      expected: { complete: null, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'abstains on a note that names nothing of the request',
      parts: [
        fix,
        edit,
        todos({ text: 'Tidy the changelog', state: 'pending' }),
        green,
        says('Fixed.'),
      ],
      expected: { complete: null, severity: 'NONE', requiresHumanAction: false, red: [] },
    },
    {
      name: 'objects to a note that names what was asked for',
      parts: [fix, todos({ text: 'Correct the sum', state: 'pending' }), edit, says('Fixed.')],
      expected: {
        complete: false,
        severity: 'MEDIUM',
        requiresHumanAction: false,
        red: ['open_todos'],
      },
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
    {
      name: 'pushes when a person is needed and own work is left',
      parts: [fix, edit, red, says('I need you to send me the API key. The tests fail.')],
      expected: {
        complete: false,
        severity: 'HIGH',
        requiresHumanAction: false,
        red: ['failing_tests'],
      },
    },
  ])('$name', ({ parts, expected }) => {
    expect(summary(...parts)).toEqual(expected)
  })

  it('only notes what a demoted gate says', () => {
    const facts = factsOf(fix, edit, red, says('I changed the sum.'))
    const judgement = judgeByRules(facts, { demoted: new Set(['failing_tests']) })
    expect(judgement).toMatchObject({
      complete: null,
      red: [{ gate: 'failing_tests', tier: 'note', demoted: true, counts: false }],
    })
  })
})
