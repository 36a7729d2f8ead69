import { describe, expect, it } from 'vitest'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { transcriptReader as claude } from './transcript.js'

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
      'a message of another agent',
      claudeUser('<teammate-message teammate_id="x">do it</teammate-message>'),
      [{ kind: 'synthetic', source: 'notification' }],
    ],
    [
      'words beside a result',
      claudeUser([
        { type: 'tool_result', tool_use_id: 'c1', content: 'out' },
        { type: 'text', text: 'do it' },
      ]),
      [{ kind: 'tool-result' }, { kind: 'synthetic', source: 'meta' }],
    ],
    [
      'an interrupt beside a result',
      claudeUser([
        { type: 'tool_result', tool_use_id: 'c1', content: 'out' },
        { type: 'text', text: '[Request interrupted by user for tool use]' },
      ]),
      [{ kind: 'tool-result' }, { kind: 'interrupt' }],
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
    const { entries } = readTranscript(claude, [line])
    expect(entries).toHaveLength(expected.length)
    expect(entries).toMatchObject(expected)
  })

  it('counts a compaction once where it has both a boundary and a summary', () => {
    const lines = [
      { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'manual' } },
      claudeUser('This session…', { isCompactSummary: true }),
    ]
    expect(readTranscript(claude, lines).kinds).toEqual(['compaction', 'synthetic'])
  })

  it('takes a line once, however often it was written', () => {
    const line = claudeUser('Fix it', { uuid: '0b6d8800-0000-4000-8000-000000000001' })
    const { kinds, skipped } = readTranscript(claude, [line, line])
    expect({ kinds, skipped }).toEqual({ kinds: ['human'], skipped: ['repeated lines'] })
  })

  it('pairs calls and results that have no ids', () => {
    const lines = [
      claudeSays([{ type: 'tool_use', name: 'bash', input: { command: 'ls' } }]),
      claudeUser([{ type: 'tool_result', content: 'a' }]),
    ]
    const ids = readTranscript(claude, lines).entries.map((entry) =>
      'callId' in entry ? entry.callId : null,
    )
    expect(ids).toEqual(['nameless-0', 'nameless-0'])
  })

  it('keeps a list that grows by one task a call', () => {
    const told = (toolUseResult: object) => ({ ...result('ok'), toolUseResult })
    const added = (id: string, subject: string) =>
      told({ task: { id, subject, description: 'long '.repeat(300) } })
    const moved = (taskId: string, to: string) =>
      told({ success: true, taskId, updatedFields: ['status'], statusChange: { from: 'x', to } })
    const { entries } = readTranscript(claude, [
      added('1', 'one'),
      added('2', 'two'),
      added('3', 'three'),
      moved('1', 'completed'),
      moved('2', 'in_progress'),
      moved('3', 'deleted'),
      told({ task: null, statusChange: { to: 'completed' } }),
    ])
    const lists = entries.filter(({ kind }) => kind === 'todos')
    expect(lists).toHaveLength(6)
    expect(lists.at(-1)).toMatchObject({
      todos: [
        { text: 'one', state: 'completed' },
        { text: 'two', state: 'in_progress' },
      ],
    })
  })
})
