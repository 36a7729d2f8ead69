import { describe, expect, it } from 'vitest'
import type { EntryDraft, TranscriptReader } from '../agent.js'
import { ToolStatus } from '../schema/transcript.js'
import { transcriptReader as claude } from './claude-code/transcript.js'
import { transcriptReader as codex } from './codex/transcript.js'
import { transcriptReader as copilot } from './copilot/transcript.js'
import { transcriptReader as gemini } from './gemini/transcript.js'
import { transcriptReader as generic } from './generic/transcript.js'
import { transcriptReader as opencode } from './opencode/transcript.js'
import { transcriptReader as qwen } from './qwen/transcript.js'

/** What a reader makes of some values, in short. */
function read(reader: TranscriptReader, values: unknown[]) {
  const state = reader.begin()
  const entries: EntryDraft[] = []
  const skipped: string[] = []
  const facts = {}
  const sink = {
    entry: (draft: EntryDraft) => void entries.push(draft),
    facts: (found: object) => void Object.assign(facts, found),
    skip: (reason: string) => void skipped.push(reason),
  }
  for (const value of values) {
    // What is kept between two readings is plain JSON.
    Object.assign(state, JSON.parse(JSON.stringify(state)))
    reader.read(value, state, sink)
  }
  return { entries, facts, skipped, kinds: entries.map(({ kind }) => kind) }
}

const claudeUser = (content: unknown, rest: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...rest,
})
const claudeSays = (content: unknown, rest: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', content, ...rest },
})
const result = (content: unknown, rest: object = {}) =>
  claudeUser([{ type: 'tool_result', tool_use_id: 'c1', content, ...rest }])

describe('Claude Code', () => {
  it.each<[string, unknown, object[]]>([
    ['a prompt', claudeUser('Fix it'), [{ kind: 'human', text: 'Fix it' }]],
    [
      'a prompt in parts',
      claudeUser([{ type: 'text', text: 'Fix it' }]),
      [{ kind: 'human', text: 'Fix it' }],
    ],
    [
      'a subagent’s prompt',
      claudeUser('Search', { isSidechain: true }),
      [{ kind: 'synthetic', source: 'meta' }],
    ],
    [
      'hook feedback',
      claudeUser('Stop hook feedback: no', { isMeta: true }),
      [{ kind: 'synthetic', source: 'hook-feedback' }],
    ],
    [
      'a human who quotes hook feedback',
      claudeUser('Stop hook feedback: what is that'),
      [{ kind: 'human' }],
    ],
    [
      'a meta message',
      claudeUser('Caveat', { isMeta: true }),
      [{ kind: 'synthetic', source: 'meta' }],
    ],
    [
      'a command',
      claudeUser('<command-name>/clear</command-name>'),
      [{ kind: 'synthetic', source: 'command' }],
    ],
    [
      'a notification',
      claudeUser('done', { origin: { kind: 'task-notification' } }),
      [{ kind: 'synthetic', source: 'notification' }],
    ],
    [
      'a compaction summary',
      claudeUser('This session…', { isCompactSummary: true }),
      [{ kind: 'compaction' }, { kind: 'synthetic', source: 'compaction-summary' }],
    ],
    [
      'an interrupt',
      claudeUser([{ type: 'text', text: '[Request interrupted by user]' }]),
      [{ kind: 'interrupt' }],
    ],
    [
      'a result',
      result('out'),
      [{ kind: 'tool-result', callId: 'c1', status: 'completed', exitCode: 0, output: 'out' }],
    ],
    [
      'a failure',
      result('Exit code 2\nno', { is_error: true }),
      [{ status: 'failed', exitCode: 2 }],
    ],
    [
      'a refusal',
      result("The user doesn't want to proceed with this tool use.", { is_error: true }),
      [{ status: 'denied', exitCode: null }],
    ],
    [
      'an interrupted call',
      result('[Request interrupted by user for tool use]', { is_error: true }),
      [{ status: 'interrupted' }],
    ],
    [
      'a background command',
      result('Command running in background with ID: x'),
      [{ status: 'completed', exitCode: null }],
    ],
    [
      'a text',
      claudeSays([{ type: 'text', text: 'Done.' }], { id: 'm1', usage: { output_tokens: 3 } }),
      [{ kind: 'agent', text: 'Done.', messageId: 'm1', completed: true, outputTokens: 3 }],
    ],
    [
      'a cut text',
      claudeSays([{ type: 'text', text: 'And th' }], { stop_reason: 'max_tokens' }),
      [{ kind: 'agent', completed: false }],
    ],
    ['thinking', claudeSays([{ type: 'thinking', thinking: 'hm' }]), []],
    [
      'a command call',
      claudeSays([{ type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } }]),
      [{ kind: 'tool-call', callId: 'c1', toolKind: 'command', command: 'ls' }],
    ],
    [
      'an edit',
      claudeSays([
        { type: 'tool_use', id: 'c1', name: 'Write', input: { file_path: 'a.ts', content: 'x' } },
      ]),
      [{ toolKind: 'edit', files: ['a.ts'], written: 'x', creates: true }],
    ],
    [
      'todos',
      claudeSays([
        {
          type: 'tool_use',
          id: 'c1',
          name: 'TodoWrite',
          input: {
            todos: [
              { content: 'a', status: 'completed' },
              { content: 'b', status: 'odd' },
            ],
          },
        },
      ]),
      [
        {
          kind: 'todos',
          todos: [
            { text: 'a', state: 'completed' },
            { text: 'b', state: 'pending' },
          ],
        },
        { kind: 'tool-call' },
      ],
    ],
    [
      'an API error',
      { ...claudeSays([{ type: 'text', text: 'API Error' }]), isApiErrorMessage: true },
      [{ kind: 'error', text: 'API Error' }],
    ],
    [
      'a boundary',
      { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } },
      [{ kind: 'compaction', trigger: 'auto' }],
    ],
    [
      'a wrapped start',
      { type: 'system', message: { subtype: 'init', cwd: '/p', model: 'm', session_id: 's' } },
      [],
    ],
  ])('reads %s', (_title, line, expected) => {
    const { entries } = read(claude, [line])
    expect(entries).toHaveLength(expected.length)
    expect(entries).toMatchObject(expected)
  })

  it('counts a compaction once where it has both a boundary and a summary', () => {
    const lines = [
      { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'manual' } },
      claudeUser('This session…', { isCompactSummary: true }),
    ]
    expect(read(claude, lines).kinds).toEqual(['compaction', 'synthetic'])
  })

  it('takes a line once, however often it was written', () => {
    const line = claudeUser('Fix it', { uuid: '0b6d8800-0000-4000-8000-000000000001' })
    const { kinds, skipped } = read(claude, [line, line])
    expect({ kinds, skipped }).toEqual({ kinds: ['human'], skipped: ['repeated lines'] })
  })

  it('pairs calls and results that have no ids', () => {
    const lines = [
      claudeSays([{ type: 'tool_use', name: 'bash', input: { command: 'ls' } }]),
      claudeUser([{ type: 'tool_result', content: 'a' }]),
    ]
    const ids = read(claude, lines).entries.map((entry) =>
      'callId' in entry ? entry.callId : null,
    )
    expect(ids).toEqual(['nameless-0', 'nameless-0'])
  })

  it('reads the same from a line whose second copy is cut off', () => {
    const line = {
      ...result('out'),
      timestamp: '2026-01-01T00:00:00.000Z',
      toolUseResult: { stdout: 'x'.repeat(500), note: ',"toolUseResult":' },
    }
    const whole = read(claude, [line])
    const cut = read(claude, [claude.parse!(Buffer.from(JSON.stringify(line)))])
    expect(cut).toEqual(whole)
  })
})

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
    expect(read(codex, lines).kinds).toEqual(['human', 'agent', 'human'])
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
    const { entries } = read(codex, lines)
    expect(entries).toHaveLength(expected.length)
    expect(entries).toMatchObject(expected)
  })
})

describe('Gemini', () => {
  const call = {
    id: 't1',
    name: 'run_shell_command',
    args: { command: 'ls' },
    status: 'success',
    result: [{ functionResponse: { response: { output: 'Output: a\nExit Code: 1\n' } } }],
  }

  it('reads a document', () => {
    const values = gemini.values!({
      sessionId: 's',
      messages: [
        { type: 'user', content: 'go' },
        { type: 'gemini', content: 'ok', toolCalls: [call], model: 'm' },
        { type: 'info', content: 'Request cancelled.' },
      ],
    })
    const { entries, facts } = read(gemini, values)
    expect(facts).toEqual({ sessionId: 's', model: 'm' })
    expect(entries).toMatchObject([
      { kind: 'human' },
      { kind: 'agent' },
      { kind: 'tool-call', command: 'ls' },
      { kind: 'tool-result', status: 'failed', exitCode: 1 },
      { kind: 'interrupt' },
    ])
  })

  it('takes a message that was written again for its news only', () => {
    const first = {
      id: 'm',
      type: 'gemini',
      content: 'ok',
      toolCalls: [{ ...call, status: 'executing' }],
    }
    const again = { ...first, toolCalls: [call] }
    expect(read(gemini, [first, again, again]).kinds).toEqual(['agent', 'tool-call', 'tool-result'])
  })
})

describe('OpenCode', () => {
  it('tells our feedback, synthetic parts and people apart, by metadata', () => {
    const message = {
      info: { role: 'user' },
      parts: [
        { type: 'text', text: 'Fix it' },
        { type: 'text', text: 'not done', metadata: { reflection: true } },
        { type: 'text', text: 'continue', synthetic: true },
      ],
    }
    expect(read(opencode, [message]).entries).toMatchObject([
      { kind: 'synthetic', source: 'ours' },
      { kind: 'synthetic', source: 'meta' },
      { kind: 'human', text: 'Fix it' },
    ])
  })

  it.each<[string, object, object[]]>([
    [
      'a tool',
      {
        info: { role: 'assistant' },
        parts: [
          {
            type: 'tool',
            callID: 'c',
            tool: 'bash',
            state: {
              status: 'completed',
              input: { command: 'ls' },
              output: 'x',
              metadata: { exit: 2 },
            },
          },
        ],
      },
      [
        { kind: 'tool-call', command: 'ls' },
        { status: 'failed', exitCode: 2 },
      ],
    ],
    [
      'a running tool',
      {
        info: { role: 'assistant' },
        parts: [
          { type: 'tool', callID: 'c', tool: 'bash', state: { status: 'running', input: {} } },
        ],
      },
      [{ kind: 'tool-call' }],
    ],
    [
      'an abort',
      {
        info: { role: 'assistant', error: { name: 'MessageAbortedError' } },
        parts: [{ type: 'text', text: 'Wor' }],
      },
      [{ kind: 'agent', completed: false }, { kind: 'interrupt' }],
    ],
    [
      'a summary',
      { info: { role: 'assistant', summary: true }, parts: [{ type: 'text', text: 'So far' }] },
      [],
    ],
  ])('reads %s', (_title, message, expected) => {
    const { entries } = read(opencode, [message])
    expect(entries).toHaveLength(expected.length)
    expect(entries).toMatchObject(expected)
  })
})

describe('every reader', () => {
  const readers = { claude, codex, gemini, generic, opencode }
  const odd = [
    null,
    1,
    'x',
    [],
    {},
    { type: 5 },
    { type: 'user' },
    { type: 'user', message: 7 },
    { type: 'assistant', message: { content: [null, 3, { type: 'tool_use' }] } },
    { kind: 'tool-call' },
    { kind: 'nope' },
    { info: { role: 'user' }, parts: [null, 5] },
    { type: 'response_item', payload: null },
    { type: 'gemini', toolCalls: [null] },
  ]

  it.each(Object.entries(readers))('survives odd values: %s', (_name, reader) => {
    expect(() => read(reader, odd)).not.toThrow()
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'takes a tool, a status or a kind named %s for an unknown one',
    (name) => {
      const values: [TranscriptReader, unknown][] = [
        [claude, claudeSays([{ type: 'tool_use', id: 'c1', name, input: {} }])],
        [
          codex,
          {
            type: 'response_item',
            payload: { type: 'function_call', name, arguments: '{}', call_id: 'c1' },
          },
        ],
        [
          gemini,
          { type: 'gemini', content: '', toolCalls: [{ id: 'c1', name, args: {}, status: name }] },
        ],
        [
          opencode,
          {
            info: { role: 'assistant', id: 'm1' },
            parts: [{ type: 'tool', callID: 'c1', tool: name, state: { status: name, input: {} } }],
          },
        ],
        [generic, { kind: 'tool-call', callId: 'c1', tool: name }],
      ]
      for (const [reader, value] of values) {
        const { entries } = read(reader, [value])
        expect(entries.filter(({ kind }) => kind === 'tool-call')).toEqual([
          expect.objectContaining({ tool: name, toolKind: 'other' }),
        ])
        const results = entries.filter((entry) => entry.kind === 'tool-result')
        expect(results.filter(({ status }) => !ToolStatus.options.includes(status))).toEqual([])
      }
      expect(read(generic, [{ kind: name }])).toMatchObject({
        entries: [],
        skipped: ['lines of an unknown kind'],
      })
    },
  )

  it.each([
    ['claude', '{"type":"user","sessionId":"s","message":{}}\n'],
    [
      'claude',
      '{"type":"assistant","message":{"content":[]},"origin":{"kind":"human"},"parentUuid":null}',
    ],
    ['codex', '{"timestamp":"x","type":"session_meta","payload":{}}'],
    ['gemini', '{\n  "projectHash": "x"'],
    ['opencode', '{"info":{"projectID":"p"},"messages":[]}'],
    ['generic', '{"kind":"human","text":"go"}'],
  ])('is recognised: %s by %s', (name, opening) => {
    const order = ['generic', 'codex', 'gemini', 'opencode', 'claude'] as const
    expect(order.find((one) => readers[one].recognises(opening))).toBe(name)
  })
})

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
      'a message that nobody typed',
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
    expect(read(qwen, [value]).entries).toMatchObject(expected)
    expect(read(qwen, [value]).entries).toHaveLength(expected.length)
  })

  it('knows its own by who wrote a line, and is not disturbed by anything', () => {
    expect(qwen.recognises('{"uuid":"u","type":"user","provenance":"real_user"')).toBe(true)
    expect(qwen.recognises('{"type":"user","message":{"role":"user"}}')).toBe(false)
    const odd = [null, 7, {}, { type: 'x' }, { type: 'assistant' }, { type: 'tool_result' }]
    expect(read(qwen, odd).entries).toEqual([])
  })
})

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
      'a continuation that nobody typed',
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
    expect(read(copilot, [value]).entries).toMatchObject(expected)
    expect(read(copilot, [value]).entries).toHaveLength(expected.length)
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
    expect(read(copilot, [start]).facts).toEqual({
      sessionId: 's1',
      cwd: '/srv/shop',
      branch: 'main',
      model: 'm',
    })
    const odd = [null, 7, {}, { type: 'constructor' }, { type: 'tool.execution_start' }]
    expect(read(copilot, odd).entries).toEqual([])
  })
})

describe('Gemini CLI', () => {
  it('reads what a person typed, without what hooks added', () => {
    const value = {
      id: 'm1',
      type: 'user',
      content: [
        { text: '<hook_context>a &lt;b&gt;</hook_context>\n\nFix it' },
        { text: '<hook_context>c</hook_context>' },
      ],
    }
    expect(read(gemini, [value]).entries).toMatchObject([{ kind: 'human', text: 'Fix it' }])
  })
})
