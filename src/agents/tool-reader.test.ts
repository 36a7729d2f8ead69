import { describe, expect, it } from 'vitest'
import type { EntryDraft } from '../agent.js'
import { addToolCall, addToolResult } from './tool-reader.js'
import type { ToolCall, ToolResult, ToolTable } from './tool-reader.js'

const TABLE: ToolTable = {
  kinds: { shell: 'command', change: 'edit', make: 'edit', plan: 'todo' },
  command: ['command', 'cmd'],
  file: ['file', 'path'],
  written: ['content', 'new', 'edits'],
  patch: ['patch'],
  creates: ['make'],
  todos: { tool: 'plan', list: 'items', text: ['step', 'content'] },
  exit: { at: 'tail', pattern: /exit code (-?\d+)$/ },
  endings: [
    [/^refused/, 'denied'],
    [/^stopped/, 'interrupted'],
  ],
}

function collect(add: (sink: Parameters<typeof addToolCall>[3]) => void): EntryDraft[] {
  const entries: EntryDraft[] = []
  add({
    entry: (draft) => void entries.push(draft),
    facts: () => undefined,
    usage: () => undefined,
    skip: () => undefined,
  })
  return entries
}

const call = (tool: string, input: ToolCall['input'], sidechain = false) =>
  collect((sink) =>
    addToolCall({ callId: 'c1', tool, input }, TABLE, { at: null, sidechain }, sink),
  )

const result = (fields: Partial<ToolResult>) =>
  collect((sink) =>
    addToolResult(
      { callId: 'c1', isFailed: null, output: '', ...fields },
      TABLE,
      { at: null, sidechain: false },
      sink,
    ),
  )

const PATCH =
  '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n-y\n+z\n*** End Patch'

describe('a call', () => {
  it.each<[string, string, ToolCall['input'], object]>([
    ['a line', 'shell', { command: 'ls' }, { toolKind: 'command', command: 'ls', input: 'ls' }],
    ['a tool in capitals', 'Shell', { cmd: 'ls' }, { tool: 'Shell', command: 'ls' }],
    ['a program and its words', 'shell', { command: ['ls', '-l'] }, { command: 'ls -l' }],
    ['a shell with its line', 'shell', { command: ['sh', '-lc', 'a b'] }, { command: 'a b' }],
    ['no command', 'shell', { command: 7 }, { command: null, input: 'command: 7' }],
    ['an edit', 'change', { path: 'a', new: 'x' }, { files: ['a'], written: 'x', creates: false }],
    ['a new file', 'make', { file: 'a', content: '' }, { written: '', creates: true }],
    ['an edit without a text', 'change', { file: 'a' }, { written: null }],
    [
      'a list of edits',
      'change',
      { edits: [{ new: 'x' }, null, { new: 7 }, { new: 'y' }] },
      { written: 'x\ny' },
    ],
    [
      'a patch',
      'change',
      { patch: PATCH },
      { files: ['a.ts', 'b.ts'], written: 'x\nz', creates: true },
    ],
    [
      'a patch in another form',
      'change',
      { patch: '--- a.ts\n+++ a.ts\n+x' },
      { toolKind: 'edit', files: [], written: '--- a.ts\n+++ a.ts\n+x' },
    ],
    [
      'a patch by a shell',
      'shell',
      { command: `apply <<E\n${PATCH}` },
      { toolKind: 'edit', command: null, files: ['a.ts', 'b.ts'] },
    ],
    ['an unknown tool', 'constructor', { file: 'a' }, { toolKind: 'other', written: null }],
  ])('is read: %s', (_title, tool, input, expected) => {
    expect(call(tool, input)).toEqual([expect.objectContaining({ callId: 'c1', ...expected })])
  })

  it('tells the whole plan before it', () => {
    const items = [{ step: 'a', status: 'completed' }, { content: 'b', status: 'odd' }, null]
    expect(call('plan', { items })[0]).toMatchObject({
      kind: 'todos',
      todos: [
        { text: 'a', state: 'completed' },
        { text: 'b', state: 'pending' },
        { text: '', state: 'pending' },
      ],
    })
  })

  it.each([
    ['is no list', 'plan', { items: 'a' }, false],
    ['is a subagent’s', 'plan', { items: [] }, true],
    ['is of another tool', 'make', { items: [] }, false],
  ])('tells no plan that %s', (_title, tool, input, sidechain) => {
    expect(call(tool, input, sidechain).map(({ kind }) => kind)).toEqual(['tool-call'])
  })
})

describe('a result', () => {
  it.each<[string, Partial<ToolResult>, object]>([
    ['nothing is said', {}, { status: 'completed', exitCode: null }],
    ['its output has a code', { output: 'exit code 3' }, { status: 'failed', exitCode: 3 }],
    ['the client has a code', { exitCode: 0, output: 'exit code 3' }, { status: 'completed' }],
    ['there is no code', { exitCode: null, output: 'exit code 3' }, { exitCode: null }],
    ['the client calls it failed', { isFailed: true }, { status: 'failed' }],
    ['it was refused', { output: 'refused by rule' }, { status: 'denied' }],
    ['it was stopped', { isFailed: true, says: 'stopped' }, { status: 'interrupted' }],
    [
      'it went well with such words',
      { isFailed: false, output: 'refused' },
      { status: 'completed' },
    ],
  ])('stands as it ended when %s', (_title, fields, expected) => {
    expect(result(fields)).toEqual([expect.objectContaining({ callId: 'c1', ...expected })])
  })

  it('is bounded', () => {
    const [entry] = result({ output: 'x'.repeat(100_000) })
    expect(JSON.stringify(entry).length).toBeLessThan(9_000)
  })
})
