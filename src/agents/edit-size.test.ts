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
