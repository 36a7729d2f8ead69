import { expect, it } from 'vitest'
import { knowsFlags, usePlainPatterns } from './plain-patterns.js'

it.each([
  { version: '18.20.8', known: false },
  { version: '20.19.0', known: true },
  { version: '22.16.0', known: true },
  { version: '24.21.0', known: true },
  { version: '26.0.0', known: false },
])('knows the flags of Node $version: $known', ({ version, known }) => {
  expect(knowsFlags(version)).toBe(known)
})

it('leaves patterns finding what they found', () => {
  const words = (source: string) => 'one, Two and three: done'.match(new RegExp(source, 'gi'))
  const usually = words('\\b(?:one|two|three)\\b')
  const goBack = usePlainPatterns(['node:timers/promises'])
  try {
    expect(words('\\b(?:one|two|three)(?!x)\\b')).toEqual(usually)
  } finally {
    goBack()
  }
  expect(words('\\b(?:one|two|three)(?!y)\\b')).toEqual(usually)
})
