import { expect, it } from 'vitest'
import type { EntryDraft } from '../agent.js'
import { addToolCall } from '../agents/tool-reader.js'
import { claudeTools } from '../agents/claude-code/tools.js'
import { watchEdits } from './watch-edits.js'

const edit = (file: string, from: string, to: string): EntryDraft => {
  const drafts: EntryDraft[] = []
  const sink = {
    entry: (one: EntryDraft) => void drafts.push(one),
    facts() {},
    usage() {},
    skip() {},
  }
  const input = { file_path: file, old_string: from, new_string: to }
  addToolCall(
    { callId: '1', tool: 'Edit', input },
    claudeTools,
    { at: null, sidechain: false },
    sink,
  )
  return drafts[0]!
}

const found = (...edits: EntryDraft[]): string[] => {
  const watch = watchEdits()
  for (const one of edits) watch.take(one)
  return watch.shapes().map(({ kind, names }) => `${kind} ${names.join()}`)
}

it.each([
  {
    file: 'a.test.ts',
    from: "it('adds', () => {",
    to: "it.skip('adds', () => {",
    is: ['skipped adds'],
  },
  {
    file: 'tests/a.rs',
    from: '#[test]\nfn adds() {',
    to: '#[test]\n#[ignore]\nfn adds() {',
    is: ['skipped adds'],
  },
  {
    file: 'a_test.go',
    from: 'func TestAdd(t *testing.T) {\n',
    to: 'func TestAdd(t *testing.T) {\n\tt.Skip("flaky")\n',
    is: ['skipped TestAdd'],
  },
  {
    file: 'test_a.py',
    from: 'def test_add():',
    to: '@pytest.mark.skip\ndef test_add():',
    is: ['skipped test_add'],
  },
  { file: 'a.test.ts', from: "it('adds', () => {", to: "it('adds two', () => {", is: [] },
  { file: 'a.test.ts', from: "it.skip('adds', () => {", to: "it('adds', () => {", is: [] },
  { file: 'src/a.ts', from: 'return 1', to: "it.skip('adds', () => {", is: [] },
])('finds $is in an edit of $file to $to', ({ file, from, to, is }) => {
  expect(found(edit(file, from, to))).toEqual(is)
})

it('leaves out what a later edit takes back', () => {
  const [on, off] = ["it('adds', () => {", "it.skip('adds', () => {"]
  expect(found(edit('a.test.ts', on, off), edit('a.test.ts', off, on))).toEqual([])
})
