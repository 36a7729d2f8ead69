import { expect, it } from 'vitest'
import { runsNothing } from './runs-nothing.js'

it.each([
  ["Don't run anything, just explain the cart.", true],
  ['Explain it without running the tests', true],
  ['Please run nothing.', true],
  ['Do not execute any commands', true],
  ['Bitte nichts ausführen, nur erklären', true],
  ['No ejecutes nada', true],
  ['Run the tests and fix what fails.', false],
  ["Don't forget to run the tests", false],
  ['Fix the cart, never touch the API. Then run npm test', false],
  ['What is the capital of France?', false],
])('reads whether nothing is to be run: %s', (text, expected) => {
  expect(runsNothing(text)).toBe(expected)
})
