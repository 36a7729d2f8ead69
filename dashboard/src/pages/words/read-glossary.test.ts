import { expect, it } from 'vitest'
import { readGlossary } from './read-glossary.js'

it('reads the words and their meanings, in order, without those to avoid', () => {
  const text =
    '# Glossary\n\n| word | means | avoid |\n|---|---|---|\n| Turn | a | b |\n| Act | `c` d | – |\n'
  expect(readGlossary(text)).toEqual([
    { word: 'Act', means: '`c` d' },
    { word: 'Turn', means: 'a' },
  ])
})
