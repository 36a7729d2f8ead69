import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { compactedOf, edits, human, runs, says } from '../support/everyday-story.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }

/** A transcript as the client keeps it: what was asked, and how the agent's last message ends. */
function transcriptOf(sandbox: Sandbox, request: string, message: string): string {
  const folder = path.join(sandbox.home, '.claude', 'projects', 'repo')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 's1.jsonl')
  const common = { sessionId: 's1', cwd: sandbox.root, timestamp: '2026-03-01T10:00:00.000Z' }
  const lines = [
    { type: 'user', uuid: 'u1', ...common, message: { role: 'user', content: request } },
    {
      type: 'assistant',
      uuid: 'u2',
      ...common,
      message: { role: 'assistant', id: 'm1', content: [{ type: 'text', text: message }] },
    },
  ]
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

it.each([
  {
    name: 'gives the thread back as context',
    message: 'The header is done. Now I need to add the footer.',
    expected: {
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringContaining('- Task: "Add a header and a footer"'),
      },
    },
  },
])('after a compaction the hook $name', async ({ message, expected }) => {
  const sandbox = openSandbox()
  const transcript_path = transcriptOf(sandbox, 'Add a header and a footer', message)
  const payload = {
    hook_event_name: 'SessionStart',
    source: 'compact',
    session_id: 's1',
    cwd: sandbox.root,
    transcript_path,
  }
  const { code, stdout } = await sandbox.hook(['claude-code'], payload, SOLO)
  const reply: unknown = stdout === '' ? null : JSON.parse(stdout)
  expect({ code, reply }).toEqual({ code: 0, reply: expected })
})

const before = (sandbox: Sandbox, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) sandbox.write(name, text)
  sandbox.git('add', '-A')
  sandbox.git('commit', '--quiet', '-m', 'before')
}
const PASSED = ' Test Files  1 passed (1)\n      Tests  2 passed (2)\n'

it.each([
  {
    name: 'a document that was to be written is there',
    files: { 'README.md': 'hello\n' },
    steps: [
      human('Create notes.md'),
      edits('notes.md', '# Notes\n'),
      says('Done: I created notes.md.'),
    ],
  },
  {
    name: 'a fix is in the named file, and the tests passed since',
    files: { 'src/pages.js': 'export const pages = (n, s) => Math.floor(n / s)\n' },
    steps: [
      human('The last page is missing (src/pages.js). Fix it and add a test for it.'),
      edits('src/pages.js', 'export const pages = (n, s) => Math.ceil(n / s)\n'),
      edits('src/pages.test.js', "test('pages', () => { expect(pages(11, 5)).toBe(3) })\n"),
      runs('npx vitest run', PASSED),
      says('Fixed: pages() rounds up. I added a test; both tests pass.'),
    ],
  },
])('after a compaction the hook is silent where $name', async ({ files, steps }) => {
  const sandbox = openSandbox()
  before(sandbox, files)
  expect(await compactedOf(sandbox, steps)).toBe('')
})

it.each([
  {
    name: 'a name of the request that nothing was written for',
    steps: [
      human('Add slugify(s) and wordCount(s) to src/text.js, with tests.'),
      edits('src/text.js', 'export function slugify(s) {\n  return s.trim()\n}\n'),
      edits('src/text.test.js', "test('slugify', () => { expect(slugify(' a')).toBe('a') })\n"),
      runs('npx vitest run', PASSED),
      says('The helpers are in src/text.js and covered by tests, all green.'),
    ],
    line: '- Named by the person, not in the change: "wordCount"',
  },
  {
    name: 'a file that the agent offered to change, and a person said yes to',
    steps: [
      human('Rename trim to slug in src/text.js.'),
      says('It is mentioned in docs/usage.md as well. Should I change the docs too?'),
      human('yes, both'),
      edits('src/text.js', 'export const slug = (s) => s.trim()\n'),
      runs('npx vitest run', PASSED),
      says('Renamed to slug, the tests pass.'),
    ],
    line: '- Named by the person, not in the change: "docs/usage.md"',
  },
])('after a compaction the hook names $name', async ({ steps, line }) => {
  const sandbox = openSandbox()
  before(sandbox, {
    'src/text.js': 'export const trim = (s) => s.trim()\n',
    'docs/usage.md': 'Call `trim(s)`.\n',
  })
  expect((await compactedOf(sandbox, steps)).split('\n')).toContain(line)
})
