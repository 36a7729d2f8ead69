import { expect, it } from 'vitest'
import { codeWords } from './code-words.js'

it.each([
  ['prompt_input_exit', 'closed at the prompt'],
  ['recurring_failure', 'recurring failure'],
  ['constructor', 'constructor'],
])('%s is said as %s', (code, words) => {
  expect(codeWords(code)).toBe(words)
})
