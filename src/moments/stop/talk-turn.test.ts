import { expect, it } from 'vitest'
import { edits, factsOf, human, runs, says, VITEST_RED } from './__fixtures__/session.js'
import { judgeByAccount } from './judge-by-account.js'
import { NO_TREE } from '../../judge/world.js'
import { shouldAskModel } from './should-ask-model.js'

const red = [
  ...human('Fix the total in src/cart.js and run the tests.'),
  ...edits('src/cart.js'),
  ...runs('npx vitest run', 1, VITEST_RED),
  ...says('One test still fails.'),
]
const after = (wish: string, ...rest: Parameters<typeof factsOf>) =>
  factsOf(red, human(wish), ...rest)

it.each([
  'Stop here, I’ll take it from here.',
  'No, leave it. I will look at it tomorrow.',
  'ok thanks that’s fine',
  'Forget it, I will fix that myself.',
  'Lass es so, ich kümmere mich morgen darum.',
  'Déjalo así, gracias.',
  'Laisse tomber, je m’en occupe.',
  'ここで止めてください。',
  'Stop here please, Anna pushes the rest in her PR.',
  'fermati pure qui, il resto lo fa Anna nella sua PR. grazie',
])('leaves an agent alone that a person told: %s', (wish) => {
  const facts = after(wish, says('Okay. One test still fails.'))
  const judgement = judgeByAccount(facts, NO_TREE)
  expect(judgement).toMatchObject({ complete: null, missing: [], nextActions: [] })
  expect(judgement.red.filter(({ counts }) => counts)).toEqual([])
  expect(shouldAskModel(judgement, 'always')).toBe(false)
})

it('is held to what it states, and is not so', () => {
  const facts = after('Thanks.', says('All tests pass.'))
  expect(judgeByAccount(facts, NO_TREE)).toMatchObject({ complete: false, severity: 'HIGH' })
})
