import { expect, it } from 'vitest'
import { piecesOf, sizeOfPieces, sizesOfPatch } from './edit-size.js'

const NAMES = {
  written: ['content', 'new_string', 'new_str', 'newString', 'edits'],
  replaced: ['old_string', 'old_str', 'oldString'],
}

it.each([
  {
    name: 'lines that differ',
    input: { old_string: 'a\nb\nc', new_string: 'a\nx\ny\nc' },
    size: { removed: 1, added: 2, symbol: null },
  },
  {
    name: 'the function that they stand in',
    input: {
      oldString: 'function total() {\n  return 1\n}',
      newString: 'function total() {\n  return 0\n}',
    },
    size: {
      removed: 1,
      added: 1,
      symbol: 'total',
      change: { before: ['return 1'], after: ['return 0'] },
    },
  },
  {
    name: 'the last line of a function in a text that reaches into the next',
    input: {
      old_string: '    return n // 2\n\n\ndef third(n):',
      new_string: '    return n // 3\n\n\ndef third(n):',
    },
    size: {
      removed: 1,
      added: 1,
      symbol: null,
      change: { before: ['return n // 2'], after: ['return n // 3'] },
    },
  },
  {
    name: 'a line behind a binding of the same function',
    input: {
      old_string:
        'class Cart {\n  total(\n    items,\n  ) {\n    const tax = 2\n    return 1\n  }\n}',
      new_string:
        'class Cart {\n  total(\n    items,\n  ) {\n    const tax = 2\n    return 0\n  }\n}',
    },
    size: {
      removed: 1,
      added: 1,
      symbol: 'Cart',
      change: { before: ['return 1'], after: ['return 0'] },
    },
  },
  {
    name: 'a line of one function, and one of another',
    input: {
      old_string: 'def one():\n  return 1\ndef two():\n  return 1',
      new_string: 'def one():\n  return 2\ndef two():\n  return 2',
    },
    size: { removed: 3, added: 3, symbol: null },
  },
  {
    name: 'a new function',
    input: {
      old_string: '',
      new_string: 'def outer():\n  def inner():\n    return 1\n  return inner',
    },
    size: { removed: 0, added: 4, symbol: 'outer' },
  },
  {
    name: 'lines that are put in',
    input: { old_string: 'a\n', new_string: 'a\n\n  if (!items) return 0\n' },
    size: {
      removed: 0,
      added: 2,
      symbol: null,
      change: { before: [], after: ['if (!items) return 0'] },
    },
  },
  {
    name: 'more lines than can be told',
    input: { old_string: 'a', new_string: 'return one\nreturn two\nreturn three' },
    size: { removed: 1, added: 3, symbol: null },
  },
  {
    name: 'a line that holds a secret',
    input: { old_string: 'token = env.TOKEN', new_string: `token = "ghp_${'a1B2c3D4'.repeat(5)}"` },
    size: { removed: 1, added: 1, symbol: null },
  },
  {
    name: 'a binding that can change',
    input: { old_str: 'let x', new_str: 'let mut items = 1' },
    size: {
      removed: 1,
      added: 1,
      symbol: 'items',
      change: { before: ['let x'], after: ['let mut items = 1'] },
    },
  },
  {
    name: 'several edits',
    input: {
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: '', new_string: 'c\nd' },
      ],
    },
    size: { removed: 1, added: 3, symbol: null },
  },
  {
    name: 'a whole file',
    input: { content: 'a\nb\n' },
    size: { removed: 0, added: 2, symbol: null },
  },
  { name: 'nothing of the kind', input: { path: 'a' }, size: null },
])('counts $name', ({ input, size }) => {
  expect(sizeOfPieces(piecesOf(input, NAMES))).toEqual(size)
})

it('counts each file of a patch', () => {
  const patch = `*** Begin Patch
*** Update File: src/a.ts
@@ function total
-  return 1
+  return 0
*** Add File: src/b.ts
+export const price = 1
*** End Patch`
  expect(sizesOfPatch(patch)).toEqual([
    {
      removed: 1,
      added: 1,
      symbol: 'total',
      change: { before: ['return 1'], after: ['return 0'] },
    },
    {
      removed: 0,
      added: 1,
      symbol: 'price',
      change: { before: [], after: ['export const price = 1'] },
    },
  ])
})

it.each([
  ['the function above', '@@\n def half(n):\n     # of n\n-    return 1\n+    return 2', 'half'],
  [
    'not the function below',
    '@@\n     # down\n-    return 1\n+    return 2\n \n def third(n):',
    null,
  ],
  ['not one of another hunk', '@@\n def half(n):\n-  a\n+  b\n@@\n-  return 1\n+  return 2', null],
  ['one that both hunks name', '@@ def half(n):\n-  a\n+  b\n@@ def half(n):\n-  1\n+  2', 'half'],
  ["the head of git's hunk", '@@ -1,3 +1,3 @@ def half(n):\n-    return 1\n+    return 2', 'half'],
  ['the one that lines were taken out of', '@@\n def half(n):\n-    n += 1', 'half'],
])('names %s in a patch', (_, hunks, symbol) => {
  const patch = `*** Begin Patch\n*** Update File: a.py\n${hunks}\n*** End Patch`
  expect(sizesOfPatch(patch).map((size) => size.symbol)).toEqual([symbol])
})
