import { expect, it } from 'vitest'
import { change } from '../__fixtures__/changes.js'
import { findWeakened } from '../find-weakened.js'

const go = (line: string): string =>
  `func TestDepth(t *testing.T) {\n\tgot := Depth(tree)\n\tif got != 3 {\n\t\t${line}\n\t}\n}\n`
const js = (line: string): string =>
  `it('knows its depth', () => {\n  const got = depth(tree)\n  ${line}\n})\n`
const py = (line: string): string => `def test_depth():\n    got = depth(tree)\n    ${line}\n`

const kinds = (file: string, before: string, after: string): string[] =>
  findWeakened([change(file, before, after)]).map(({ kind }) => kind)

it.each([
  ['Go', 'tree_test.go', go('t.Errorf("depth %d", got)'), go('t.Logf("depth %d", got)')],
  ['JavaScript', 'tree.test.ts', js('expect(got).toBe(3)'), js('console.debug(got, 3)')],
  ['Python', 'test_tree.py', py('assert got == 3'), py('print(got, 3)')],
])('a test that only prints checks nothing: %s', (_, file, before, after) => {
  expect(kinds(file, before, after)).toEqual(['emptied'])
})

it.each([
  [
    'a helper may check',
    'tree_test.go',
    go('t.Errorf("depth %d", got)'),
    go('reportDepth(t, got)'),
  ],
  [
    'it prints and checks',
    'test_tree.py',
    py('assert got == 3'),
    py('print(got)\n    assert got == 3'),
  ],
  [
    'an example is held against what it prints',
    'tree_test.go',
    'func ExampleDepth() {\n\tassert.Equal(t, 3, Depth(tree))\n}\n',
    'func ExampleDepth() {\n\tfmt.Println(Depth(tree))\n\t// Output: 3\n}\n',
  ],
])('a test that prints is not emptied where %s', (_, file, before, after) => {
  expect(kinds(file, before, after)).not.toContain('emptied')
})
