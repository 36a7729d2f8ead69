import { describe, expect, it } from 'vitest'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { transcriptReader as qwen } from './transcript.js'

const qwenLine = (type: string, rest: object) => ({
  type,
  sessionId: 's1',
  timestamp: '2026-01-02T03:04:05.678Z',
  cwd: '/srv/shop',
  ...rest,
})
const qwenCall = (name: string, args: object) =>
  qwenLine('assistant', {
    model: 'm',
    message: { parts: [{ functionCall: { id: 'c1', name, args } }] },
  })
const qwenResult = (status: string, response: object, resultDisplay: unknown = '') =>
  qwenLine('tool_result', {
    message: { parts: [{ functionResponse: { id: 'c1', name: 'x', response } }] },
    toolCallResult: { callId: 'c1', status, resultDisplay },
  })

describe('Qwen Code', () => {
  it.each<[string, unknown, object[]]>([
    [
      'what a person typed, without what hooks added',
      qwenLine('user', {
        provenance: 'real_user',
        message: { parts: [{ text: 'Fix it' }, { text: '<qwen:context>…' }] },
        systemPayload: { displayText: 'Fix it', hookContext: '…' },
      }),
      [{ kind: 'human', text: 'Fix it' }],
    ],
    [
      'a message that was not typed',
      qwenLine('user', { provenance: 'goal_runtime', message: { parts: [{ text: 'Go on' }] } }),
      [{ kind: 'synthetic', source: 'meta' }],
    ],
    [
      'a text with the model’s thoughts left out',
      qwenLine('assistant', {
        uuid: 'u1',
        message: { parts: [{ text: 'hm', thought: true }, { text: 'Done.' }] },
        usageMetadata: { candidatesTokenCount: 3 },
      }),
      [{ kind: 'agent', text: 'Done.', messageId: 'u1', outputTokens: 3 }],
    ],
    [
      'a command',
      qwenCall('run_shell_command', { command: 'npm test' }),
      [{ kind: 'tool-call', callId: 'c1', toolKind: 'command', command: 'npm test' }],
    ],
    [
      'a new file',
      qwenCall('write_file', { file_path: 'a.ts', content: 'x' }),
      [{ toolKind: 'edit', files: ['a.ts'], written: 'x', creates: true }],
    ],
    [
      'todos',
      qwenCall('todo_write', { todos: [{ content: 'a', status: 'in_progress' }, {}] }),
      [
        { kind: 'todos', todos: [{ text: 'a', state: 'in_progress' }, { state: 'pending' }] },
        { toolKind: 'todo' },
      ],
    ],
    [
      'a failed command',
      qwenResult('error', { error: 'Output: no\nExit Code: 3\nSignal: (none)' }, { exitCode: 3 }),
      [{ kind: 'tool-result', callId: 'c1', status: 'failed', exitCode: 3 }],
    ],
    [
      'a command whose failure only its text tells',
      qwenResult('success', { output: 'Output: no\nExit Code: 1\nSignal: (none)' }),
      [{ status: 'failed', exitCode: 1 }],
    ],
    [
      'a cancelled call',
      qwenResult('cancelled', { error: 'cancelled' }),
      [{ status: 'interrupted', exitCode: null }],
    ],
    [
      'a compression',
      qwenLine('system', { provenance: 'system', subtype: 'chat_compression' }),
      [{ kind: 'compaction' }],
    ],
    ['telemetry', qwenLine('system', { provenance: 'system', subtype: 'ui_telemetry' }), []],
  ])('reads %s', (_title, value, expected) => {
    expect(readTranscript(qwen, [value]).entries).toMatchObject(expected)
    expect(readTranscript(qwen, [value]).entries).toHaveLength(expected.length)
  })

  it('knows its own by who wrote a line, and is not disturbed by anything', () => {
    expect(qwen.recognises('{"uuid":"u","type":"user","provenance":"real_user"')).toBe(true)
    expect(qwen.recognises('{"type":"user","message":{"role":"user"}}')).toBe(false)
    const odd = [null, 7, {}, { type: 'x' }, { type: 'assistant' }, { type: 'tool_result' }]
    expect(readTranscript(qwen, odd).entries).toEqual([])
  })
})
