import { describe, expect, it } from 'vitest'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { transcriptReader as codex } from './transcript.js'

const item = (payload: object) => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  type: 'response_item',
  payload,
})
const event = (payload: object) => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  type: 'event_msg',
  payload,
})
const says = (role: string, text: string) =>
  item({ type: 'message', role, content: [{ type: 'input_text', text }] })

describe('Codex', () => {
  it('takes what is told twice once, in either order', () => {
    const lines = [
      event({ type: 'user_message', message: 'go' }),
      says('user', 'go'),
      says('assistant', 'ok'),
      event({ type: 'agent_message', message: 'ok' }),
      says('user', 'go'),
      event({ type: 'user_message', message: 'go' }),
    ]
    expect(readTranscript(codex, lines).kinds).toEqual(['human', 'agent', 'human'])
  })

  it.each<[string, unknown[], object[]]>([
    [
      'context as no human',
      [says('user', '<environment_context>x</environment_context>')],
      [{ kind: 'synthetic', source: 'meta' }],
    ],
    [
      'hook feedback',
      [says('user', '<hook_prompt id="1">no</hook_prompt>')],
      [{ kind: 'synthetic', source: 'hook-feedback' }],
    ],
    [
      'a shell call',
      [
        item({
          type: 'function_call',
          call_id: 'c',
          name: 'shell',
          arguments: '{"command":["bash","-lc","npm test"]}',
        }),
      ],
      [{ kind: 'tool-call', toolKind: 'command', command: 'npm test' }],
    ],
    [
      'its JSON output',
      [
        item({
          type: 'function_call_output',
          call_id: 'c',
          output: '{"output":"no","metadata":{"exit_code":1}}',
        }),
      ],
      [{ status: 'failed', exitCode: 1, output: 'no' }],
    ],
    [
      'its text output',
      [item({ type: 'function_call_output', call_id: 'c', output: 'Exit code: 0\nOutput:\nyes' })],
      [{ status: 'completed', exitCode: 0 }],
    ],
    [
      'an exit code told apart',
      [
        event({ type: 'exec_command_end', call_id: 'c', exit_code: 3 }),
        item({ type: 'function_call_output', call_id: 'c', output: 'x' }),
      ],
      [{ status: 'failed', exitCode: 3 }],
    ],
    [
      'a patch',
      [
        item({
          type: 'custom_tool_call',
          call_id: 'c',
          name: 'apply_patch',
          input: '*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch',
        }),
      ],
      [{ toolKind: 'edit', files: ['a.ts'], written: 'x', creates: true }],
    ],
    [
      'a plan',
      [
        item({
          type: 'function_call',
          call_id: 'c',
          name: 'update_plan',
          arguments: '{"plan":[{"step":"a","status":"in_progress"}]}',
        }),
      ],
      [{ kind: 'todos', todos: [{ text: 'a', state: 'in_progress' }] }, { kind: 'tool-call' }],
    ],
    ['an abort', [event({ type: 'turn_aborted' })], [{ kind: 'interrupt' }]],
    [
      'one compaction told twice',
      [{ type: 'compacted', payload: {} }, event({ type: 'context_compacted' })],
      [{ kind: 'compaction' }],
    ],
    [
      'old flat lines',
      [
        { role: 'user', message: 'hi' },
        { type: 'function_call', function: { name: 't' }, arguments: {} },
        { type: 'function_result', result: 'x' },
        { role: 'assistant', content: 'yo' },
      ],
      [
        { kind: 'human' },
        { kind: 'tool-call' },
        { kind: 'tool-result', output: 'x' },
        { kind: 'agent', text: 'yo' },
      ],
    ],
  ])('reads %s', (_title, lines, expected) => {
    const { entries } = readTranscript(codex, lines)
    expect(entries).toHaveLength(expected.length)
    expect(entries).toMatchObject(expected)
  })
})
