import { describe, expect, it } from 'vitest'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { transcriptReader as copilot } from './transcript.js'

const copilotLine = (type: string, data: object, rest: object = {}) => ({
  type,
  data,
  timestamp: '2026-01-02T03:04:05.678Z',
  ...rest,
})
const copilotCall = (toolName: string, args: object) =>
  copilotLine('tool.execution_start', { toolCallId: 'c1', toolName, arguments: args })
const copilotResult = (rest: object) =>
  copilotLine('tool.execution_complete', { toolCallId: 'c1', ...rest })

describe('Copilot CLI', () => {
  it.each<[string, unknown, object[]]>([
    [
      'a prompt',
      copilotLine('user.message', { content: 'Fix it' }),
      [{ kind: 'human', text: 'Fix it' }],
    ],
    [
      'a message that a schedule sent',
      copilotLine('user.message', { content: 'Go on', source: 'schedule' }),
      [{ kind: 'synthetic', source: 'meta' }],
    ],
    [
      'a continuation that was not typed',
      copilotLine('user.message', { content: 'Go on', isAutopilotContinuation: true }),
      [{ kind: 'synthetic' }],
    ],
    [
      'a subagent’s text',
      copilotLine('assistant.message', { content: 'Found', parentToolCallId: 'c0' }),
      [{ kind: 'agent', sidechain: true }],
    ],
    [
      'a text',
      copilotLine('assistant.message', { content: 'Done.', messageId: 'm1', model: 'm' }),
      [{ kind: 'agent', text: 'Done.', messageId: 'm1', sidechain: false }],
    ],
    [
      'a command',
      copilotCall('bash', { command: 'npm test' }),
      [{ kind: 'tool-call', callId: 'c1', toolKind: 'command', command: 'npm test' }],
    ],
    [
      'a new file',
      copilotCall('create', { path: 'a.ts', file_text: 'x' }),
      [{ toolKind: 'edit', files: ['a.ts'], written: 'x', creates: true }],
    ],
    [
      'an edit',
      copilotCall('edit', { path: 'a.ts', old_str: 'x', new_str: 'y' }),
      [{ toolKind: 'edit', written: 'y', creates: false }],
    ],
    [
      'a patch in another form',
      copilotCall('apply_patch', { patch: '@@ -1 +1 @@\n-x\n+y' }),
      [{ toolKind: 'edit', written: '@@ -1 +1 @@\n-x\n+y' }],
    ],
    [
      'a failed command',
      copilotResult({ success: true, shellExecution: { exitCode: 3 }, result: { content: 'no' } }),
      [{ kind: 'tool-result', callId: 'c1', status: 'failed', exitCode: 3, output: 'no' }],
    ],
    [
      'a command whose failure only its text tells',
      copilotResult({
        success: true,
        result: { content: 'no\n<shellId: 0 completed with exit code 1>' },
      }),
      [{ status: 'failed', exitCode: 1 }],
    ],
    [
      'a denied call',
      copilotResult({ success: false, error: { code: 'denied', message: 'no' } }),
      [{ status: 'denied', exitCode: null, output: 'no' }],
    ],
    [
      'a failed call',
      copilotResult({ success: false, error: { message: 'no such file' } }),
      [{ status: 'failed' }],
    ],
    ['an abort', copilotLine('abort', { reason: 'user_initiated' }), [{ kind: 'interrupt' }]],
    [
      'an error',
      copilotLine('session.error', { message: 'overloaded' }),
      [{ kind: 'error', text: 'overloaded' }],
    ],
    [
      'a compaction',
      copilotLine('session.compaction_complete', { success: true }),
      [{ kind: 'compaction' }],
    ],
    [
      'a compaction that failed',
      copilotLine('session.compaction_complete', { success: false }),
      [],
    ],
    ['a hook', copilotLine('hook.start', { hookType: 'agentStop' }), []],
  ])('reads %s', (_title, value, expected) => {
    expect(readTranscript(copilot, [value]).entries).toMatchObject(expected)
    expect(readTranscript(copilot, [value]).entries).toHaveLength(expected.length)
  })

  it('knows its own by their first line, and is not disturbed by anything', () => {
    const start = copilotLine('session.start', {
      sessionId: 's1',
      copilotVersion: '1.0.102',
      selectedModel: 'm',
      context: { cwd: '/srv/shop', branch: 'main' },
    })
    expect(copilot.recognises(JSON.stringify(start))).toBe(true)
    expect(copilot.recognises('{"type":"user","message":{}}')).toBe(false)
    expect(readTranscript(copilot, [start]).facts).toEqual({
      sessionId: 's1',
      cwd: '/srv/shop',
      branch: 'main',
      model: 'm',
    })
    const odd = [null, 7, {}, { type: 'constructor' }, { type: 'tool.execution_start' }]
    expect(readTranscript(copilot, odd).entries).toEqual([])
  })
})
