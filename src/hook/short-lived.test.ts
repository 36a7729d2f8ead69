import { expect, it } from 'vitest'
import { knowsFlags, beShortLived } from './short-lived.js'

it.each([
  { version: '18.20.8', known: false },
  { version: '20.19.0', known: true },
  { version: '22.16.0', known: true },
  { version: '24.21.0', known: true },
  { version: '26.0.0', known: false },
])('knows the flags of Node $version: $known', ({ version, known }) => {
  expect(knowsFlags(version)).toBe(known)
})

it('leaves patterns finding what they found, those that were used before as well', () => {
  const before = /\b(?:one|two|three)\b/gi
  const usually = wordsBy(before)
  const goBack = beShortLived(['node:timers/promises'])
  const meanwhile = /\b(?:one|two|three)(?!x)\b/gi
  try {
    expect([before, before, meanwhile].map(wordsBy)).toEqual([usually, usually, usually])
  } finally {
    goBack()
  }
  const after = /\b(?:one|two|three)(?!y)\b/gi
  expect([before, meanwhile, meanwhile, after].map(wordsBy)).toEqual(Array(4).fill(usually))
})

const wordsBy = (pattern: RegExp): string[] | null => 'one, Two and three: done'.match(pattern)
