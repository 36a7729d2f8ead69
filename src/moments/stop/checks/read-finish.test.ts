import { expect, it } from 'vitest'
import { edits, human, says, session } from '../__fixtures__/session.js'
import { toStopFacts } from '../facts.js'
import { whyUnfinished } from './read-finish.js'

it.each([
  { text: 'total() returns the gross price now.', why: null },
  { text: 'I changed total() so that it adds VAT.', why: null },
  { text: 'total() adds VAT now.', why: null },
  { text: 'total() addiert jetzt die Mehrwertsteuer.', why: null },
  { text: 'The VAT change is in place. If you want, I can also add a test.', why: null },
  { text: 'Should I also update the README?', why: 'the agent asks a person something' },
  { text: "VAT is in. I'll write the tests next.", why: 'the agent announces more work' },
  {
    text: "total() adds VAT now, but one test fails: 'total sums' still expects 3.",
    why: 'the agent says that something fails',
  },
  {
    text: 'I could not finish it: I have no access to the registry, so I am blocked.',
    why: 'the agent says that it is blocked',
  },
  {
    text: 'I added VAT but did not run the tests.',
    why: 'the agent says that something is left to do',
  },
])('reads how a report ends: $text', ({ text, why }) => {
  const evidence = session(human('Make total() add VAT.'), edits('src/cart.js'), says(text))
  expect(whyUnfinished(toStopFacts(evidence))).toBe(why)
})
