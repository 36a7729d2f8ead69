import { describe, expect, it } from 'vitest'
import { readToolLines } from './read-tool-lines.js'

describe('readToolLines', () => {
  it.each([
    { line: "bash: {command: 'npm test'}", tool: 'bash', toolKind: 'command', command: 'npm test' },
    {
      line: '- Bash: {"command": "npm test"}',
      tool: 'Bash',
      toolKind: 'command',
      command: 'npm test',
    },
    {
      line: '3. [Bash] Ran npm test - all tests pass',
      tool: 'Bash',
      toolKind: 'command',
      command: 'npm test',
    },
    { line: 'Bash(npm test)', tool: 'Bash', toolKind: 'command', command: 'npm test' },
    {
      line: 'bash: npm test (exit code 1)',
      tool: 'bash',
      toolKind: 'command',
      command: 'npm test',
      exitCode: 1,
    },
    {
      line: 'Bash(echo $(date) && npm test) exit code 2',
      tool: 'Bash',
      toolKind: 'command',
      command: 'echo $(date) && npm test',
      exitCode: 2,
    },
    { line: 'shell: npm test → 3 failed', tool: 'shell', toolKind: 'command', command: 'npm test' },
    {
      line: "edit: {filePath: 'src/a.ts', oldString: 'x'}",
      tool: 'edit',
      toolKind: 'edit',
      files: ['src/a.ts'],
    },
    {
      line: '2. [Edit] Changed the port in deploy/nginx.conf',
      tool: 'Edit',
      toolKind: 'edit',
      files: ['deploy/nginx.conf'],
    },
    {
      line: "write: {filePath: 'a.js', content: 'let a = {}'}",
      tool: 'write',
      toolKind: 'edit',
      files: ['a.js'],
      creates: true,
    },
    {
      line: '[Edit] Renamed it everywhere',
      tool: 'Edit',
      toolKind: 'edit',
      files: ['a file that is not named'],
    },
    { line: "read: {filePath: '.env'}", tool: 'read', toolKind: 'read', files: ['.env'] },
    { line: "webfetch: {url: 'https://example.com/a.html'}", tool: 'webfetch', toolKind: 'web' },
    { line: 'todowrite: {}', tool: 'todowrite', toolKind: 'todo' },
    {
      line: "bash: {command: 'npm test'} exit code 1",
      tool: 'bash',
      toolKind: 'command',
      command: 'npm test',
      exitCode: 1,
    },
  ])('reads $line', ({ line, ...expected }) => {
    expect(readToolLines(line).calls).toEqual([
      {
        command: null,
        files: [],
        creates: false,
        exitCode: null,
        output: null,
        status: 'completed',
        text: line,
        ...expected,
      },
    ])
  })

  it.each(['', '[Response] All done', 'None', 'no tools'])('takes %j for no call', (line) => {
    expect(readToolLines(line).calls).toEqual([])
  })

  it.each([
    { text: 'edit, bash, git commit', tools: ['edit', 'bash', 'bash'] },
    { text: 'npm test\ngit push origin main', tools: ['bash', 'bash'] },
    { text: 'make build', tools: ['bash'] },
  ])('reads the calls of $text', ({ text, tools }) => {
    const { calls, unread } = readToolLines(text)
    expect(calls.map(({ tool }) => tool)).toEqual(tools)
    expect(unread).toEqual([])
  })

  it.each([
    'I looked around and tests pass.',
    'make sure that it works',
    'git has it, and it is fine',
  ])('makes nothing of the sentence %j', (text) => {
    expect(readToolLines(text)).toEqual({ calls: [], unread: [text] })
  })

  it('keeps a call together that runs over several lines', () => {
    const { calls } = readToolLines("write: {\n  filePath: 'a.js'\n}\nbash: {command: 'node a.js'}")
    expect(calls.map(({ tool, files, command }) => ({ tool, files, command }))).toEqual([
      { tool: 'write', files: ['a.js'], command: null },
      { tool: 'bash', files: [], command: 'node a.js' },
    ])
  })
})
