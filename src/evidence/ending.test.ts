import { describe, expect, it } from 'vitest'
import { readEnding } from './ending.js'

describe('readEnding', () => {
  it.each([
    'Which of the two should I take?',
    'Are you sure you want to delete the backups?',
    'Please confirm before I go on.',
    'Let me know which one you prefer.',
    'I need the API key to continue.',
    'I will wait for your approval.',
    'Once you tell me, I will wire it in.',
    '- What is it for?\n- Who will use it?',
    'Overwrite? (y/n)',
    'Should it be red or blue? I have left both in.',
  ])('finds a question to the human: %s', (text) => {
    expect(readEnding(text).question?.kind).toBe('direct')
  })

  it.each([
    'Done. Let me know if you need anything else.',
    'The fix is in. Anything else?',
    'All set. Would you like me to also add a changelog entry?',
    'The reporter wrote "can you please fix this?" and it is fixed.',
    'The function answers the question how many users there are.',
    '> Which one do you want?\n\nThe first one is in place.',
    '```\nAre you sure? [y/n]\n```\nThe prompt is gone.',
  ])('takes politeness and quotations for no question: %s', (text) => {
    expect(readEnding(text).question).toBe(null)
  })

  it('keeps a question that may be rhetorical apart', () => {
    expect(readEnding('Hm. Why only on Mondays?').question?.kind).toBe('open')
  })

  it.each([
    "I'll add the guard now.",
    'Let me look at the logs.',
    'Starting with the route…',
    'The build failed, so I need to pin the version.',
    'Now updating the router.',
    'Moving on to the second part.',
    'Now the tests.',
    'Continuing with the next module...',
    "I'm now working on:\n- the job\n- the viewer",
  ])('finds an announcement: %s', (text) => {
    expect(readEnding(text).announced).not.toBe(null)
  })

  it.each([
    'Let me know if it helps.',
    "I'll wait for your answer.",
    'Running the tests takes two minutes.',
    'I will not touch the database.',
    'Adding a column requires a lock.',
    'Next.js is at version 15.',
    "Once you confirm, I'll publish it.",
    'It works.',
  ])('takes a statement for no announcement: %s', (text) => {
    expect(readEnding(text).announced).toBe(null)
  })

  it.each([
    { text: 'Next steps:\n1. Add tests\n2. Wire it', left: ['Add tests', 'Wire it'] },
    { text: '- [x] one\n- [ ] two', left: ['two'] },
    { text: 'I still need to update the docs.', left: ['I still need to update the docs.'] },
    { text: 'The seed script comes next.', left: ['The seed script comes next.'] },
    { text: 'Next steps (optional):\n- You could add a cache', left: [] },
    { text: 'Follow-ups you may want:\n- a dashboard', left: [] },
    { text: 'Nothing is left to do.', left: [] },
    { text: 'What I did:\n- added tests\n- wired it', left: [] },
  ])('lists the work that is left: $text', ({ text, left }) => {
    expect(readEnding(text).left).toEqual(left)
  })

  it.each([
    { text: 'All tests pass.', whole: true },
    { text: 'The migration is complete.', whole: true },
    { text: 'Done.', whole: true },
    { text: 'The page now loads in a second.', whole: true },
    { text: 'I added a helper to text.ts.', whole: false },
    { text: 'Removed the flag.', whole: false },
    { text: 'The tests do not pass yet.', whole: null },
    { text: 'It will be done tomorrow.', whole: null },
    { text: 'Once everything is done, the cache can go.', whole: null },
    { text: 'Users are created by invitation.', whole: null },
    { text: 'Step 1 is done.', whole: null },
  ])('reads what is reported as done: $text', ({ text, whole }) => {
    expect(readEnding(text).done?.whole ?? null).toBe(whole)
  })

  it.each([
    { text: 'When a user logs in, the', sure: true },
    { text: 'It has two parts,', sure: true },
    { text: 'Here is the fix:', sure: true },
    { text: 'See this:\n```ts\nconst a =', sure: true },
    { text: 'It is set by `NODE_ENV', sure: true },
    { text: 'handled by the gateway (see the', sure: true },
    { text: 'When a user logs in, the server', sure: false },
    { text: 'It is done.', sure: null },
    { text: 'See this:\n```ts\nconst a = 1\n```', sure: null },
    { text: '| a | b |\n|---|---|\n| 1 | 2 |', sure: null },
    { text: '', sure: null },
  ])('sees where a text breaks off: $text', ({ text, sure }) => {
    expect(readEnding(text).cut?.sure ?? null).toBe(sure)
  })

  it('stays quick on hostile text', () => {
    const hostile = [
      'a, '.repeat(40_000),
      '('.repeat(50_000),
      '- [ ] '.repeat(20_000),
      '`'.repeat(99_999),
    ]
    for (const text of hostile) expect(readEnding(text).done).toBe(null)
  }, 5_000)
})
