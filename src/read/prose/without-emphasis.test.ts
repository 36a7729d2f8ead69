import { expect, it } from 'vitest'
import { withoutEmphasis } from './without-emphasis.js'

it.each([
  ['**Done.** All pass.', 'Done. All pass.'],
  ['__Not done:__ the docs', 'Not done: the docs'],
  ['**Fix `a**b`** and **c**', 'Fix `a**b` and c'],
  ['**`src/a.ts`** is new', '`src/a.ts` is new'],
  ['Write __all__ into export.py', 'Write __all__ into export.py'],
  ['Write `__all__` and __init__.py', 'Write `__all__` and __init__.py'],
  ['f(**kwargs) takes 2 ** 3', 'f(**kwargs) takes 2 ** 3'],
  ['src/__tests__/a__b.ts', 'src/__tests__/a__b.ts'],
  ['a `b and **c**', 'a `b and c'],
  ['``a`**b**`` **c**', '``a`**b**`` c'],
  ['**word', '**word'],
])('of %j it leaves %j', (line, expected) => {
  expect(withoutEmphasis(line)).toBe(expected)
})
