import { expect, it } from 'vitest'
import { namesOne } from './said-names.js'

const ALL_ENDINGS = 'e'.repeat(200_000)

it.each([
  ['the plural', 'The price is wrong.', 'prices', true],
  ['the singular', 'Die Preise stimmen nicht.', 'preis', true],
  ['a part of a word', 'The rice is wrong.', 'prices', false],
  ['a word without spaces around it', '価格が違う', '価格', true],
  ['a word of the text that is longer than the stack is deep', ALL_ENDINGS, 'price', false],
  ['a name that is longer than the stack is deep', 'price', ALL_ENDINGS, false],
])('%s', (_of, text, name, expected) => {
  expect(namesOne(text, [name])).toBe(expected)
})
