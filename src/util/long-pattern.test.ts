import { expect, it } from 'vitest'
import { longPattern } from './long-pattern.js'

it('is the pattern without its line breaks and indents', () => {
  const pattern = longPattern('gi')`
    \bone (?:two
    |three)\b|\x60
    |a/b`
  expect(pattern).toEqual(/\bone (?:two|three)\b|\x60|a\/b/gi)
})
