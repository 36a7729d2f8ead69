import { expect, it } from 'vitest'
import { onlyLooks } from './only-looks.js'

it.each([
  ['git status', true],
  ['cd src && ls -l | head', true],
  ['cat a.ts 2>&1', true],
  ['echo DONE && git add -A && git diff --cached', false],
  ['ls; npm test', false],
  ['cat a.ts > b.ts', false],
  ['cat a.ts | tee b.ts', false],
])('takes %j for a mere look: %s', (command, expected) => {
  expect(onlyLooks(command)).toBe(expected)
})
