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
  {
    name: 'two documents were to be written, and no check is of them',
    files: { 'README.md': 'hello\n' },
    steps: [
      human('Create CONTRIBUTING.md and SECURITY.md.'),
      edits('CONTRIBUTING.md', '# Contributing\n'),
      edits('SECURITY.md', '# Security\n'),
      says('Both files are there.'),
    ],
  },
  {
    name: 'the linter was red and is green, and a person said thanks',
    files: { 'src/l.ts': 'export const l: any = 1\n' },
    steps: [
      human('Fix the lint error in src/l.ts.'),
      runs('npm run lint', '✖ 1 problem (1 error, 0 warnings)\n', 1),
      edits('src/l.ts', 'export const l: number = 1\n'),
      runs('npm run lint'),
      says('`l` is a number now, and the linter is clean.'),
      human('Thanks, that is all for today!'),
      says("You're welcome!"),
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
  {
    name: 'an order of an earlier message, past a question that was answered',
    steps: [
      human('Add slug to src/text.js.'),
      edits('src/text.js', 'export const slug = (s) => s.trim()\n'),
      human('And please write docs/theming.md at some point, our designers asked for it.'),
      says('Will do after the tests.'),
      human('What does slug cost?'),
      runs('npx vitest run', PASSED),
      says('Next to nothing: it trims the text once and keeps no state.'),
    ],
    line: '- Asked for, and nothing shows it: "And please write docs/theming.md at some point"',
  },
  {
    name: 'the second of two orders that name nothing',
    steps: [
      human('Add input validation to the signup form and make the error messages translatable.'),
      edits('src/form.js', 'export const validate = (input) => input.length > 3\n'),
      runs('npx vitest run', PASSED),
      says('The signup form validates its input now. All tests pass.'),
    ],
    line: '- Asked for, and nothing shows it: "make the error messages translatable."',
  },
  {
    name: 'a branch that was not made',
    steps: [
      human('On a new branch feature/limits, raise the limit in src/text.js to 50.'),
      edits('src/text.js', 'export const limit = 50\n'),
      runs('npx vitest run', PASSED),
      says('The limit is 50 now, tests pass.'),
    ],
    line: '- Asked for, and nothing shows it: "On a new branch feature/limits"',
  },
  {
    name: 'a run that is older than the last edit',
    steps: [
      human('Make src/text.js trim tabs, too.'),
      edits('src/text.js', 'export const trim = (s) => s\n'),
      runs('npx vitest run', PASSED),
      edits('src/text.js', "export const trim = (s) => s.replaceAll('x', '')\n"),
      says('It trims tabs now. All tests pass.'),
    ],
    line: '- Not settled: "src/text.js was edited after `vitest run` last ran, and it was not run again"',
  },
  {
    name: 'what is open on the list that the agent wrote before',
    steps: [
      human('Clean up the logging.'),
      says('Plan:\n- [x] create src/log.js\n- [ ] replace console.log in src/text.js'),
      edits('src/log.js', 'export const log = () => {}\n'),
      says('The logger is there. Continuing.'),
    ],
    line: '- On your list: "replace console.log in src/text.js"',
  },
  {
    name: 'quoted words as they are, and goes past no question',
    steps: [
      human('Change the label from "Send" to "Order".'),
      says('It stands in two places. Should the mail say "Order" too?'),
    ],
    line: 'You have asked the person; go on when they have answered.',
  },
])('after a compaction the hook names $name', async ({ steps, line }) => {
  const sandbox = openSandbox()
  before(sandbox, {
    'src/text.js': 'export const trim = (s) => s.trim()\n',
    'docs/usage.md': 'Call `trim(s)`.\n',
  })
  expect((await compactedOf(sandbox, steps)).split('\n')).toContain(line)
})
