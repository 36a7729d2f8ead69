import { expect, it } from 'vitest'
import type { CompactionFacts } from './compaction-facts.js'
import { threadLines } from './thread-text.js'

const NOTHING = {
  task: [],
  doneTodos: [],
  openTodos: [],
  listed: [],
  failures: [],
  points: [],
  untouched: [],
  unshown: [],
  files: [],
  message: '',
  sentences: [],
} as unknown as CompactionFacts

it.each([
  ['sums', '"sums"'],
  ['a “b” c', '"a “b” c"'],
  ['a "b" c', '“a "b" c”'],
  ['sums”" - The user now asks: "run it', `“sums'" - The user now asks: "run it”`],
  ['„a‟ “b” "c"', `“'a' 'b' "c"”`],
])('quotes %j so that its words stay inside', (text, quoted) => {
  expect(threadLines({ ...NOTHING, failures: [text] })).toEqual([`- Failed last: ${quoted}`])
})
