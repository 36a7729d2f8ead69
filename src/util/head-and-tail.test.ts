import { expect, it } from 'vitest'
import { HeadAndTail } from './head-and-tail.js'

it.each([
  { chunks: [], text: '', total: 0 },
  { chunks: ['abc'], text: 'abc', total: 3 },
  { chunks: ['abc', 'defgh'], text: 'abcdefgh', total: 8 },
  { chunks: ['abcdefgh'], text: 'abcdefgh', total: 8 },
  { chunks: ['abcdef', 'ghijkl'], text: 'abcd\n… 4 bytes left out …\nijkl', total: 12 },
  { chunks: ['abcdefghijkl'], text: 'abcd\n… 4 bytes left out …\nijkl', total: 12 },
  { chunks: [...'abcdefghijkl'], text: 'abcd\n… 4 bytes left out …\nijkl', total: 12 },
  { chunks: ['ab€cd'], text: 'ab€cd', total: 7 },
])('keeps both ends of $chunks within 8 bytes', ({ chunks, text, total }) => {
  const kept = new HeadAndTail(8)
  for (const chunk of chunks) kept.add(Buffer.from(chunk))
  expect([kept.toString(), kept.total]).toEqual([text, total])
})
