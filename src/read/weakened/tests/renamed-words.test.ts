import { expect, it } from 'vitest'
import { change } from '../__fixtures__/changes.js'
import { findWeakened } from '../find-weakened.js'
import { renamedWords } from './renamed-words.js'

it.each<[string, string, string, string[]]>([
  ['one', 'assert Stack.top(a) == 1', 'assert Pile.top(a) == 1', ['Stack']],
  ['two', 'Stack().push(1)', 'Pile().add(1)', ['Stack', 'push']],
  ['none where a word became two others', 'Stack(a) Stack(b)', 'Pile(a) Heap(b)', []],
  ['none where a value changed too', 'Stack(a) == 1', 'Pile(a) == 2', []],
  ['none where something was left out', 'Stack(a, legacy)', 'Stack(a)', []],
])('words that became others: %s', (_, before, after, words) => {
  expect([...renamedWords([{ before, after }])]).toEqual(words)
})

const test = (name: string, value: number): string =>
  `def test_${name}():\n    assert Stack(${value}).${name}() == ${value}\n\n\n`
const code = 'class Stack:\n    def top(self): ...\n    def size(self): ...\n'

it('a test that is gone beside a rename did not go with its code', () => {
  const shapes = findWeakened([
    change('stack.py', code, null),
    change('pile.py', null, code.replace('Stack', 'Pile')),
    change('tests/test_stack.py', test('top', 31) + test('size', 47), null),
    change('tests/test_pile.py', null, test('top', 31).replace('Stack', 'Pile')),
  ])
  expect(shapes.filter(({ kind }) => kind === 'replaced')).toMatchObject([{ names: ['test_size'] }])
})

it('a test that went with its code is no finding', () => {
  const shapes = findWeakened([
    change('stack.py', code, 'class Pile:\n    def top(self): ...\n'),
    change(
      'tests/test_stack.py',
      test('top', 31) + test('size', 47),
      'def test_top():\n    pile = Pile()\n    assert pile.top() == 31\n',
    ),
  ])
  expect(shapes.filter(({ names }) => names.includes('test_size'))).toEqual([])
})
