import { describe, expect, it } from 'vitest'
import { changesCommentsOnly, patchesCommentsOnly } from './comments-only.js'

describe('an edit of comments', () => {
  it.each([
    ['a.ts', 'const a = 1', 'const a = 1 // the first', true],
    ['a.ts', 'const a = 1', '// why\nconst a = 1', true],
    ['a.ts', '/**\n * Old.\n */\nf()', '/**\n * New.\n */\nf()', true],
    ['a.py', 'x = 1', '# why\nx = 1', true],
    ['a.sql', 'select 1', '-- why\nselect 1', true],
    ['a.ts', 'const a = 1', 'const a = 2', false],
    ['a.ts', "const a = 'http: // x'", "const a = 'http: // y'", false],
    ['a.c', '#define A 1', '#define A 2', false],
    ['a.unknown', '# a', '# b', false],
  ])('in %s from %j to %j is one: %s', (file, before, after, expected) => {
    expect(changesCommentsOnly(file, before, after)).toBe(expected)
  })

  it('is seen in the lines of a patch', () => {
    expect(patchesCommentsOnly(['a.ts'], ['@@', ' f()', '+// why'])).toBe(true)
    expect(patchesCommentsOnly(['a.ts'], ['-f()', '+g()'])).toBe(false)
    expect(patchesCommentsOnly(['a.ts'], [' f()'])).toBe(false)
  })
})
