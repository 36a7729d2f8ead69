import { describe, expect, it } from 'vitest'
import { agentContract } from '../../testing/agent-contract.js'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { piInstaller } from './install.js'
import { pi } from './pi.js'
import { transcriptReader } from './transcript.js'

const named = (name: string, rest: object = {}) => ({
  hook_event_name: name,
  session_id: 'p1',
  transcript_path: '/home/u/.pi/agent/sessions/--srv-shop--/x_p1.jsonl',
  cwd: '/srv/shop',
  ...rest,
})

agentContract(
  pi,
  [
    {
      title: 'a session that starts',
      kind: 'session-started',
      payload: named('SessionStart', { source: 'startup' }),
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: named('UserPromptSubmit', { prompt: 'Add it' }),
    },
    {
      title: 'a call that failed',
      kind: 'tool-finished',
      payload: named('PostToolUseFailure', { tool_name: 'bash', tool_input: { command: 'x' } }),
    },
    {
      title: 'a stop',
      kind: 'session-stopped',
      payload: named('Stop', { last_assistant_message: 'Done.' }),
    },
    { title: 'an abort', kind: 'session-aborted', payload: named('Interrupt') },
    { title: 'an error', kind: 'session-errored', payload: named('StopFailure') },
    { title: 'an end', kind: 'session-ended', payload: named('SessionEnd', { reason: 'quit' }) },
  ],
  { describe, it },
)

const line = (message: object) => ({
  type: 'message',
  id: 'm1',
  timestamp: '2026-01-02T03:04:05.678Z',
  message,
})
const text = (value: string) => [{ type: 'text', text: value }]

it.each<[string, unknown, object[]]>([
  ['a prompt', line({ role: 'user', content: 'Fix it' }), [{ kind: 'human', text: 'Fix it' }]],
  [
    'a text with a call',
    line({
      role: 'assistant',
      content: [
        ...text('I look.'),
        { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'npm test' } },
      ],
      usage: { output: 7, totalTokens: 70 },
    }),
    [
      { kind: 'agent', text: 'I look.', outputTokens: 7 },
      { kind: 'tool-call', callId: 'c1', command: 'npm test' },
    ],
  ],
  [
    'a command that failed',
    line({
      role: 'toolResult',
      toolCallId: 'c1',
      isError: true,
      content: text('1 failed\n\nCommand exited with code 2'),
    }),
    [{ kind: 'tool-result', status: 'failed', exitCode: 2 }],
  ],
  [
    'what we said at a stop',
    { type: 'custom_message', customType: 'reflectory', content: 'Not done yet' },
    [{ kind: 'synthetic', source: 'hook-feedback' }],
  ],
  ['a compaction', { type: 'compaction', summary: '…' }, [{ kind: 'compaction' }]],
])('reads %s in its session', (_title, value, entries) => {
  expect(readTranscript(transcriptReader, [value]).entries).toMatchObject(entries)
})

it('puts a file of its own into the folder of extensions, and takes it out again', () => {
  const hook = { node: '/opt/my node/node', script: '/d/reflectory/1.0.0/hook.cjs' }
  const written = piInstaller.add(null, hook, 'reflectory.js')
  expect(piInstaller.inspect(written, 'reflectory.js')).toMatchObject({ ok: true, hooks: [hook] })
  expect(piInstaller.remove(written, null, 'reflectory.js')).toBe('')
  expect(() => piInstaller.add('export {}', hook, 'reflectory.js')).toThrow(/not ours/)
})
