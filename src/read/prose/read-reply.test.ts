import { describe, expect, it } from 'vitest'
import { readReply } from './read-reply.js'

describe('readReply', () => {
  it.each([
    ['still fails', 'All tests pass.', 'doubt'],
    ['perfect, thanks!', 'The page is done.', 'acceptance'],
    ['continue', 'Step 1 is done.', 'continue'],
    ['Postgres', 'Which database do you use?', 'answer'],
  ])('takes %j after %j for %s', (text, before, label) => {
    expect(readReply(text, before).label).toBe(label)
  })

  it.each([
    { name: 'of an empty reply', text: ' ', weights: undefined },
    { name: 'without weights', text: 'ok', weights: null },
  ])('says nothing $name', ({ text, weights }) => {
    expect(readReply(text, 'Done.', weights)).toEqual({ label: 'other', probability: 0 })
  })
})
