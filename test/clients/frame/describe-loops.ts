/** What an agent hears, and does not hear, of calls that fail in the middle of its turn. */
import { expect, it } from 'vitest'
import { failureOf, textsOf } from './describe-client.js'
import type { DescribedClient } from './describe-client.js'
import type { ModelReply } from './model-script.js'
import { outcomes } from './outcomes.js'

interface Story {
  /** What fails, and what is heard of it. */
  what: string
  prompt: string
  replies: readonly ModelReply[]
  /** How often the agent heard of a loop, by the time of each of its questions. */
  heard(question: number): number
}

const NUDGE = /The same call failed \d+ times|You did the same thing \d+ times|go back and forth/g
const never = (): number => 0
const times = (count: number, reply: (index: number) => ModelReply): ModelReply[] =>
  Array.from({ length: count }, (_, index) => reply(index))
const ends = (text: string): ModelReply => ({ text })

const STORIES: readonly Story[] = [
  {
    what: '25 same failures, once after the third',
    prompt: 'Show me what is in notes.txt.',
    replies: [
      ...times(25, () => ({ text: 'I read it.', command: 'cat notes.txt' })),
      ends('There is no notes.txt in this folder. Where is it?'),
    ],
    heard: (question) => (question < 3 ? 0 : 1),
  },
  {
    what: 'a server that is not up yet, nothing',
    prompt: 'Wait until the server answers, ten times at most, then tell me.',
    replies: [
      ...times(10, () => ({ text: 'Not yet.', command: 'curl -sf http://127.0.0.1:9/health' })),
      ends('The server did not answer. Is it started at all?'),
    ],
    heard: never,
  },
  {
    what: 'edits of many files, nothing',
    prompt: 'Replace "Shop" by "Store" in README.md and in whatever of part-1 to part-9 exists.',
    replies: [
      ...times(9, (index) => ({
        text: 'The next one.',
        command: `sed -i s/Shop/Store/ part-${index + 1}.md`,
      })),
      { text: 'And the README.', command: 'sed -i s/Shop/Store/ README.md' },
      ends('README.md says "Store" now. None of part-1 to part-9 exists.'),
    ],
    heard: never,
  },
  {
    what: 'tests that it works on, nothing',
    prompt: 'Make the tests pass.',
    replies: [
      ...Array.from({ length: 5 }, (_, index) => [
        { text: 'I try it.', command: `echo "export const sum = () => ${index}" > sum.mjs` },
        { text: 'Now the tests.', command: 'node --test' },
      ]).flat(),
      { text: 'I see.', command: 'echo "export const sum = (a, b) => a + b" > sum.mjs' },
      { text: 'Now the tests.', command: 'node --test' },
      ends('`sum` adds now, and all tests pass.'),
    ],
    heard: never,
  },
]

export function describeLoops({ open }: DescribedClient): void {
  it.each(STORIES)('hears of $what', async ({ prompt, replies, heard }) => {
    const opened = await open()
    const run = await opened.run(prompt, replies)
    expect(failureOf(run)).toBeNull()
    const counts = run.requests.map((request) => (textsOf(request).match(NUDGE) ?? []).length)
    expect(counts).toEqual(replies.map((_, question) => heard(question)))
    const told = await outcomes(opened, 'tool-finished')
    expect(told.filter((outcome) => outcome === 'context')).toHaveLength(heard(replies.length))
    expect(opened.hookLog()).toBe('')
  })
}
