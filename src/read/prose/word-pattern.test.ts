import { expect, it } from 'vitest'
import { anyWords, word } from './word-pattern.js'

const TEXTS = [
  'ALWAYS run it',
  'always, run it',
  'sideways and hallways',
  'Всегда так',
  'навсегда',
  'Müssen wir?',
  'gemusst 2must must2',
  'use _must_ here',
  'so—must—it',
  '用must吗',
  'must・be',
  'ＭＵＳＴ',
  'ﬁx, Ⅳ must ǅ',
  '𝒶must 🙂must',
  'Ünüber Ärger ŁÓDŹ',
]

const PATTERNS = [
  word('always|всегда|must|müssen'),
  '^\\P{L}*(?:\\p{L}+ ){1,2}',
  '[\\p{L}\\p{N}_.-]+ (?:it|is)(?!\\p{L})',
  'ä\\p{L}*',
]

it.each(PATTERNS)('reads %s as the letters of any script do', (pattern) => {
  const slow = new RegExp(pattern, 'iu')
  const plain = TEXTS.filter((text) => !/[\ud800-\udfff]/.test(text))
  const quick = anyWords(pattern)
  expect(plain.filter((text) => quick.test(text))).toEqual(plain.filter((text) => slow.test(text)))
})

it('takes letters beyond 16 bits for none, as it takes pictures', () => {
  expect(anyWords(word('must')).test('🙂must')).toBe(true)
  expect(anyWords(word('must')).test('𝒶must')).toBe(true)
})

it('cuts what it finds, and leaves the case of the rest', () => {
  const opening = anyWords('^(?:no|nein)[,.]\\s*')
  expect(opening.cut('No, We use PNPM')).toBe('We use PNPM')
  expect(opening.cut('Nothing else')).toBe('Nothing else')
})
