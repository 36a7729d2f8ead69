import { describe, expect, it } from 'vitest'
import { changesCommentsOnly, patchesCommentsOnly } from './comments-only.js'

describe('an edit of comments', () => {
  it.each([
    ['a.ts', 'const a = 1', 'const a = 1 // the first', true],
    ['a.ts', 'const a = 1', '// why\nconst a = 1', true],
    ['a.ts', '/**\n * Old.\n */\nf()', '/**\n * New.\n */\nf()', true],
    ['a.py', 'x = 1', '# why\nx = 1', true],
    ['a.py', 'class A:\n    x = 1', 'class A:\n    """Counts."""\n    x = 1', true],
    [
      'a.py',
      'def f():\n  """\n  Old.\n  """\n  g()',
      'def f():\n  """\n  New.\n  """\n  g()',
      true,
    ],
    ['a.py', 'q = """\nselect 1\n"""\nf(1)', 'q = """\nselect 2\n"""\nf(1)', false],
    ['a.py', 'q = """\nselect 1\n"""\nf(1)', 'q = """\nselect 1\n"""\nf(2)', false],
    ['a.py', 'f(\n  """\n  delete a\n  """\n)', 'f(\n  """\n  delete b\n  """\n)', false],
    ['a.py', '"""Docs."""\nf(1)', '"""Docs."""\nf(2)', false],
    ['a.py', '"""\n>>> f(1)\n"""', '"""\n>>> f(2)\n"""', false],
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
