import { describe, expect, it } from 'vitest'
import { agentContract } from '../../testing/agent-contract.js'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { grok } from './grok.js'
import { grokInstaller } from './install.js'
import { transcriptReader } from './transcript.js'

const base = {
  hookEventName: 'stop',
  hook_event_name: 'Stop',
  sessionId: 'g1',
  session_id: 'g1',
  cwd: '/srv/shop',
  workspaceRoot: '/srv/shop/',
  permissionMode: 'bypassPermissions',
}
const SESSION = '/home/u/.grok/sessions/%2Fsrv%2Fshop/g1'
const stop = {
  ...base,
  transcriptPath: `${SESSION}/updates.jsonl`,
  transcript_path: `${SESSION}/updates.jsonl`,
  promptId: 'p1',
  reason: 'end_turn',
  stopHookActive: false,
  lastAssistantMessage: 'All tests pass.',
  backgroundTasks: [],
}
const named = (name: string, rest: object = {}) => ({ ...base, hook_event_name: name, ...rest })
const call = (exit: number) =>
  named('PostToolUse', {
    tool_name: 'run_terminal_command',
    tool_use_id: 'c1',
    tool_input: { command: 'cat nope.txt' },
    toolResult: {
      type: 'Bash',
      exit_code: exit,
      output_for_prompt: `exit: ${exit}\nno such file\n`,
    },
  })

agentContract(
  grok,
  [
    {
      title: 'a session that starts',
      kind: 'session-started',
      payload: named('SessionStart', { source: 'new' }),
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: named('UserPromptSubmit', { prompt: 'Add it' }),
    },
    { title: 'a stop', kind: 'session-stopped', payload: stop },
    {
      title: 'the stop of a client that ends',
      kind: null,
      payload: { ...stop, reason: 'shutdown' },
    },
    { title: 'an interrupt', kind: 'session-aborted', payload: named('StopCancelled') },
    { title: 'a refused request', kind: 'session-errored', payload: named('StopFailure') },
    { title: 'a call that failed', kind: 'tool-finished', payload: call(1) },
    { title: 'a call that went well', kind: null, payload: call(0) },
    {
      title: 'an end',
      kind: 'session-ended',
      payload: named('SessionEnd', { reason: 'shutdown' }),
    },
  ],
  { describe, it },
)

const context = { eventName: null, id: 'd1', now: '2026-01-02T03:04:05.678Z', degraded: null }

it('reads its own names, and the chat in place of the log of updates', () => {
  expect(grok.decode(stop, context)).toMatchObject({
    sessionId: 'g1',
    lastMessage: 'All tests pass.',
    transcriptPath: `${SESSION}/chat_history.jsonl`,
  })
  expect(grok.decode(named('SessionStart', { source: 'new' }), context)).toMatchObject({
    source: 'startup',
  })
  expect(grok.decode(call(1), context)).toMatchObject({ failed: true, call: { exitCode: 1 } })
})

it('puts nothing where the client takes nothing', () => {
  const [started, failed] = [named('SessionStart'), call(1)].map((raw) =>
    grok.decode(raw, context)!,
  )
  const mind = { kind: 'context' as const, text: 'Mind …' }
  expect(grok.encode(mind, started!)).toBe('')
  expect(JSON.parse(grok.encode(mind, failed!))).toEqual({
    hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'Mind …' },
  })
})

const text = (value: string) => [{ type: 'text', text: value }]

it.each<[string, unknown, object[]]>([
  [
    'a prompt',
    { type: 'user', content: text('<user_query>\nFix it\n</user_query>'), prompt_index: 0 },
    [{ kind: 'human', text: 'Fix it' }],
  ],
  [
    'what the client adds',
    { type: 'user', content: text('<user_info>\nOS: linux\n</user_info>') },
    [{ kind: 'synthetic', source: 'meta' }],
  ],
  [
    'what we said at a stop',
    {
      type: 'user',
      content: text('Stop hook feedback:\n- Not done yet'),
      synthetic_reason: 'stop_hook_feedback',
    },
    [{ kind: 'synthetic', source: 'hook-feedback' }],
  ],
  [
    'a text with a call',
    {
      type: 'assistant',
      content: 'I look.',
      model_id: 'm',
      tool_calls: [{ id: 'c1', name: 'run_terminal_command', arguments: '{"command":"npm test"}' }],
    },
    [
      { kind: 'agent', text: 'I look.' },
      { kind: 'tool-call', callId: 'c1', toolKind: 'command', command: 'npm test' },
    ],
  ],
  [
    'a command that failed',
    { type: 'tool_result', tool_call_id: 'c1', content: 'exit: 2\n1 failed' },
    [{ kind: 'tool-result', callId: 'c1', status: 'failed', exitCode: 2 }],
  ],
])('reads %s in its chat', (_title, line, entries) => {
  expect(readTranscript(transcriptReader, [line]).entries).toMatchObject(entries)
})

it.each([
  { text: 'allow_managed_hooks_only = true\n', setting: 'allow_managed_hooks_only' },
  { text: '[ui]\nallow_managed_hooks_only = true\n', setting: undefined },
  { text: 'allow_managed_hooks_only = false\n', setting: undefined },
])('sees in $text whether only managed hooks run', ({ text: toml, setting }) => {
  const seen = grokInstaller.inspect(toml, '/etc/grok/requirements.toml')
  expect(seen.ok ? seen.switchedOff?.setting : null).toBe(setting)
})
