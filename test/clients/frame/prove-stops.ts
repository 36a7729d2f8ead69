import { expect, it } from 'vitest'
import { failureOf, textsOf } from './describe-client.js'
import type { DescribedClient } from './describe-client.js'
import type { ModelReply } from './model-script.js'
import { PROMPT } from './stories.js'

const SUM = 'export const sum = (a, b) => a + b'
const write = `printf '%s\\n' '${SUM}' > sum.mjs`
const done: ModelReply = { text: 'I wrote `sum` in sum.mjs. All tests pass.' }

interface Story {
  name: string
  prompt?: string
  replies: readonly ModelReply[]
}

/** Endings that nobody may be sent back from. */
const LEFT_ALONE: readonly Story[] = [
  {
    name: 'an edit and a test in one line',
    replies: [{ text: 'Both.', command: `${write} && node --test` }, done],
  },
  {
    name: 'a here-document and then a test',
    replies: [{ text: 'Both.', command: `cat > sum.mjs <<'EOF'\n${SUM}\nEOF\nnode --test` }, done],
  },
  {
    name: 'a test into tee',
    replies: [
      { text: 'The function.', command: write },
      { text: 'The tests.', command: 'node --test 2>&1 | tee out.txt' },
      done,
    ],
  },
  {
    name: 'a comment after the test',
    replies: [
      { text: 'Both.', command: `${write} && node --test` },
      { text: 'A word on it.', command: "echo '// adds two numbers' >> sum.mjs" },
      done,
    ],
  },
  ...[
    'There are 1,204 rows of customers in it. Shall I delete them now?',
    'Before I force-push over origin/main: others have pulled it. Go ahead?',
    'Das Backup liegt bereit. Soll ich die Tabelle orders jetzt löschen?',
  ].map((question) => ({
    name: `a question: ${question}`,
    prompt: 'Clean up what nobody needs any more.',
    replies: [{ text: 'I look.', command: 'ls' }, { text: question }],
  })),
  {
    name: 'a demand that was taken back',
    prompt: 'Write sum.mjs and run the tests. Actually, forget the tests.',
    replies: [{ text: 'The function.', command: write }, { text: 'I wrote `sum` in sum.mjs.' }],
  },
]

/** What a stop has to be trusted with, in the real client. */
export function proveStops({ open }: DescribedClient): void {
  it.each(LEFT_ALONE)('is left alone after $name', async ({ prompt = PROMPT, replies }) => {
    const opened = await open()
    const run = await opened.run(prompt, replies)
    expect(failureOf(run)).toBeNull()
    expect(run.requests).toHaveLength(replies.length)
    expect(opened.hookLog()).toBe('')
  })

  it('is sent back for a file that was asked for and is not there, and told its name', async () => {
    const opened = await open()
    const said: ModelReply = { text: 'I added the license and the guide for contributors.' }
    const run = await opened.run('Add LICENSE and CONTRIBUTING.md', [
      { text: 'The guide.', command: "printf '# How to\\n' > CONTRIBUTING.md" },
      said,
      { text: 'The license.', command: "printf 'MIT\\n' > LICENSE" },
      said,
    ])
    expect(failureOf(run)).toBeNull()
    expect(run.requests).toHaveLength(4)
    expect(textsOf(run.requests[2]!)).toMatch(/there is no LICENSE/)
  })
}
