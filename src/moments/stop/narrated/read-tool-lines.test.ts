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
    expect(readToolLines(line)).toEqual([
      { command: null, files: [], creates: false, exitCode: null, text: line, ...expected },
    ])
  })

  it.each(['', '[Response] All done', 'None', 'no tools'])('takes %j for no call', (line) => {
    expect(readToolLines(line)).toEqual([])
  })

  it('keeps a call together that runs over several lines', () => {
    const calls = readToolLines("write: {\n  filePath: 'a.js'\n}\nbash: {command: 'node a.js'}")
    expect(calls.map(({ tool, files, command }) => ({ tool, files, command }))).toEqual([
      { tool: 'write', files: ['a.js'], command: null },
      { tool: 'bash', files: [], command: 'node a.js' },
    ])
  })
})
