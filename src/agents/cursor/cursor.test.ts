import { describe, expect, it } from 'vitest'
import { agentContract } from '../../testing/agent-contract.js'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { cursor } from './cursor.js'
import { transcriptReader } from './transcript.js'

/** Payloads as the client's documentation has them. */
const named = (name: string, rest: object = {}) => ({
  conversation_id: 'c1',
  generation_id: 'g1',
  model: 'm',
  hook_event_name: name,
  cursor_version: '3.7.21',
  workspace_roots: ['/srv/shop'],
  user_email: null,
  transcript_path: null,
  ...rest,
})
const stop = named('stop', { status: 'completed', loop_count: 0 })

agentContract(
  cursor,
  [
    {
      title: 'a session that starts',
      kind: 'session-started',
      payload: named('sessionStart', { session_id: 'c1', composer_mode: 'agent' }),
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: named('beforeSubmitPrompt', { prompt: 'Add it', attachments: [] }),
    },
    {
      title: 'a call that failed',
      kind: 'tool-finished',
      payload: named('postToolUseFailure', {
        tool_name: 'Shell',
        tool_input: { command: 'npm test' },
        tool_use_id: 't1',
        error_message: 'Command timed out',
        failure_type: 'timeout',
      }),
    },
    {
      title: 'a call that a person refused',
      kind: null,
      payload: named('postToolUseFailure', {
        tool_name: 'Shell',
        failure_type: 'permission_denied',
      }),
    },
    { title: 'a stop', kind: 'session-stopped', payload: stop },
    { title: 'an abort', kind: 'session-aborted', payload: { ...stop, status: 'aborted' } },
    { title: 'an error', kind: 'session-errored', payload: { ...stop, status: 'error' } },
    {
      title: 'an end',
      kind: 'session-ended',
      payload: named('sessionEnd', { reason: 'completed' }),
    },
  ],
  { describe, it },
)

const context = { eventName: null, id: 'd1', now: '2026-01-02T03:04:05.678Z', degraded: null }

it('knows its conversation and its folder by its own names', () => {
  expect(cursor.decode(stop, context)).toMatchObject({ sessionId: 'c1', cwd: '/srv/shop' })
})

it('goes on with a message of its own, which is all that it takes at a stop', () => {
  const event = cursor.decode(stop, context)!
  const push = { kind: 'continue' as const, text: 'Two tests fail.', metadata: {} }
  expect(cursor.encode(push, event)).toBe('{"followup_message":"Two tests fail."}')
  expect(cursor.encode({ kind: 'error', text: 'x' }, event)).toBe('')
})

it.each<[string, unknown, object[]]>([
  [
    'a prompt',
    {
      role: 'user',
      message: { content: [{ type: 'text', text: '<user_query>\nFix it\n</user_query>' }] },
    },
    [{ kind: 'human', text: 'Fix it' }],
  ],
  [
    'a text',
    { role: 'assistant', message: { content: [{ type: 'text', text: 'Done.' }] } },
    [{ kind: 'agent', text: 'Done.' }],
  ],
])('reads %s in its transcript', (_title, value, entries) => {
  expect(readTranscript(transcriptReader, [value]).entries).toMatchObject(entries)
})
