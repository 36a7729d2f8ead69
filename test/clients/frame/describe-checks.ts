/** What a check that a person added does at the stops of a client that bypasses permissions. */
import path from 'node:path'
import { expect, it } from 'vitest'
import type { CheckRun } from '../../../src/schema/check-run.js'
import { openSqliteStore } from '../../../src/store/sqlite.js'
import { failureOf, textsOf } from './describe-client.js'
import type { DescribedClient } from './describe-client.js'
import type { ModelReply } from './model-script.js'
import type { OpenedClient } from './open-client.js'
import { putFile } from './put-file.js'

export const CHECK_PROMPT = 'Write sum.mjs with a function sum that adds two numbers.'

const write = (body: string): string =>
  `printf '%s\\n' 'export const sum = (a, b) => ${body}' > sum.mjs`
export const WRITES_WRONG: ModelReply = { text: 'I write it.', command: write('a - b') }
export const WRITES_RIGHT: ModelReply = { text: 'I fix it.', command: write('a + b') }
export const SAYS_DONE: ModelReply = { text: 'I implemented `sum` in sum.mjs. It is finished.' }

interface Story {
  what: string
  /** Committed before it begins. */
  files?: Readonly<Record<string, string>>
  check: readonly string[]
  replies: readonly ModelReply[]
  /** What the agent hears in the last question; null for nothing. */
  heard: RegExp | null
  results: readonly (CheckRun['result'] | CheckRun['state'])[]
}

const TESTS = ['--', 'node', '--test']

const STORIES: readonly Story[] = [
  {
    what: 'is red, sends it back with the failing test',
    check: TESTS,
    replies: [WRITES_WRONG, SAYS_DONE, WRITES_RIGHT, SAYS_DONE],
    heard: /The check "test" is red[^]*sum adds/,
    results: ['passed', 'new_failure'],
  },
  {
    what: 'is green, says nothing',
    check: TESTS,
    replies: [WRITES_RIGHT, SAYS_DONE],
    heard: null,
    results: ['passed'],
  },
  {
    what: 'was red before, is only recorded',
    files: {
      'old.test.mjs': `import { test } from 'node:test'\ntest('old news', () => { throw new Error('no') })\n`,
    },
    check: TESTS,
    replies: [{ text: 'I look first.', command: 'node --test' }, WRITES_RIGHT, SAYS_DONE],
    heard: null,
    results: ['preexisting'],
  },
  {
    what: 'is flaky, is only recorded',
    check: ['--shell', '--', 'test -e .git/seen || { touch .git/seen; exit 1; }'],
    replies: [WRITES_WRONG, SAYS_DONE],
    heard: null,
    results: ['flaky'],
  },
  {
    what: 'is too slow, is asked of it',
    check: ['--', 'sleep', '100'],
    replies: [WRITES_WRONG, SAYS_DONE, { text: 'I could not run it here: it takes too long.' }],
    heard: /The check "test" has not run since your last change/,
    results: ['cancelled'],
  },
]

export function describeChecks({ open }: DescribedClient): void {
  it.each(STORIES)('has a check that $what', async (story) => {
    const { files = {}, check, replies, heard, results } = story
    const opened = await open()
    for (const [name, text] of Object.entries(files)) putFile(opened.root, name, text)
    if (Object.keys(files).length > 0) opened.commit('more')
    await opened.asPerson('checks', 'add', 'test', '--yes', ...check)
    const run = await opened.run(CHECK_PROMPT, replies)
    expect(failureOf(run)).toBeNull()
    expect(run.requests).toHaveLength(replies.length)
    const said = textsOf(run.requests.at(-1)!)
    expect(said.includes('Not done yet')).toBe(heard !== null)
    expect(said).toMatch(heard ?? /./)
    const runs = await checkRuns(opened)
    expect(runs.map(({ result, state }) => result ?? state)).toEqual(results)
    expect(opened.hookLog()).toBe('')
  })
}

/** Newest first. */
export async function checkRuns({ stateDir }: OpenedClient): Promise<CheckRun[]> {
  const store = await openSqliteStore(path.join(stateDir()!, 'reflectory.db'))
  try {
    return await store.list('check_run', { limit: 50 })
  } finally {
    await store.close()
  }
}
