import { expect, it } from 'vitest'
import { holdsEitherWay } from './holds-either-way.js'

it.each([
  ["assert.ok(job === 'high' || job !== 'high')", true],
  ["expect(job === 'high' || job !== 'high').toBe(true)", true],
  ['assert total == 3 or total != 3', true],
  ['self.assertTrue(user is None or user is not None)', true],
  ['assert key in found or key not in found', true],
  ['assertTrue(n >= 0 || n < 0);', true],
  ['$this->assertTrue($ok || !$ok)', true],
  ['assert ok or not ok', true],
  ["assert.ok(job === 'high' || job === 'urgent')", false],
  ['assert total == 3 or total != 4', false],
  ['assertTrue(n > 0 || n < 0)', false],
  ['assert ok or not other', false],
  ["expect(job).toBe('high')", false],
  ["assert.equal(text, 'this or not this')", false],
])('%s: %s', (assertion, either) => {
  expect(holdsEitherWay(assertion)).toBe(either)
})
