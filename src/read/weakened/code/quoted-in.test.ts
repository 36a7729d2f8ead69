import { expect, it } from 'vitest'
import { quotedIn } from './quoted-in.js'

it.each([
  [`exclude: ['a', "b"]`, ['a', 'b']],
  [`exclude: ['', 'slow']`, ['slow']],
  [String.raw`say 'it\'s'`, [String.raw`it\'s`]],
  [`it's one apostrophe`, []],
])('finds the texts in quotes of %s', (text, quoted) => {
  expect(quotedIn(text)).toEqual(quoted)
})
