import { describe, expect, it } from 'vitest'
import { findCut } from './find-cut.js'

describe('findCut', () => {
  it.each([
    'The page has a form and',
    'Here is the fix:',
    'It calls `load',
    'It is slow (because of',
    '```\nconst a = 1',
    'Now updating the router...',
    'Die Seite hat ein Formular und',
    'It works. The second part of it still needs another',
  ])('is sure of %j', (text) => {
    expect(findCut(text)?.sure).toBe(true)
  })

  it.each(['It works.', 'Done', 'Shall I wait...?', '- one\n- two', '動きます。', ''])(
    'is not of %j',
    (text) => {
      expect(findCut(text)?.sure ?? false).toBe(false)
    },
  )
})
