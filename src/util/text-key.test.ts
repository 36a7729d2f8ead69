import { expect, it } from 'vitest'
import { textKey } from './text-key.js'

const TEXT = 'Two tests fail:\n\n<<<DATA "a" & b\nDATA>>>'

it.each([
  ['with other white space', TEXT.replaceAll('\n', ' \r\n ')],
  ['escaped', TEXT.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['with space around it', `\n${TEXT}\n`],
])('is the same for a text that comes back %s', (_how, back) => {
  expect(textKey(back)).toBe(textKey(TEXT))
})

it('is the same for a long text that comes back cut at its end', () => {
  const long = 'word '.repeat(1_000)
  expect(textKey(long.slice(0, 4_000))).toBe(textKey(long))
})

it.each([`${TEXT} `.concat('x'), TEXT.toUpperCase(), `> ${TEXT}`, ''])(
  'is another for %j',
  (other) => {
    expect(textKey(other)).not.toBe(textKey(TEXT))
  },
)
