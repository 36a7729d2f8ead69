import { expect, it } from 'vitest'
import { calmSpaces } from './calm-spaces.js'

it.each([
  ['a line with an indent', 'a\n    b\n', 'a\n    b\n'],
  ['a run of blanks', `a${' '.repeat(500)}b`, `a${' '.repeat(120)}b`],
  ['a run of lines', `a${'\n'.repeat(500)}b`, `a${'\n'.repeat(241)}b`],
  ['blank lines before an indent', `a${' \n'.repeat(500)}    b`, `a\n${' \n'.repeat(118)}    b`],
])('bounds %s', (_, text, expected) => {
  expect(calmSpaces({ file: 'a.py', before: text, after: null })).toEqual({
    file: 'a.py',
    before: expected,
    after: null,
  })
})
