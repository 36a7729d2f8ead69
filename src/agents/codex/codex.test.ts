import { describe, expect, it } from 'vitest'
import { agentContract } from '../../testing/agent-contract.js'
import { codex } from './codex.js'

const base = {
  session_id: '01a1',
  transcript_path: '/home/u/.codex/sessions/2026/01/02/rollout-01a1.jsonl',
  cwd: '/srv/shop',
  model: 'scripted',
  permission_mode: 'default',
}
const inTurn = { ...base, turn_id: '01a2' }
const payload = (name: string, rest: object = {}) => ({
  ...inTurn,
  hook_event_name: name,
  ...rest,
})

agentContract(
  codex,
  [
    {
      title: 'a session that starts',
      kind: 'session-started',
      payload: { ...base, hook_event_name: 'SessionStart', source: 'startup' },
    },
    {
      title: 'what follows a compaction',
      kind: 'session-compacted',
      payload: { ...base, hook_event_name: 'SessionStart', source: 'compact' },
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: payload('UserPromptSubmit', { prompt: 'Add a test' }),
    },
    {
      title: 'a stop',
      kind: 'session-stopped',
      payload: payload('Stop', { stop_hook_active: true, last_assistant_message: 'Done.' }),
    },
    {
      title: 'a stop that only the command line names',
      kind: 'session-stopped',
      payload: inTurn,
      eventName: 'Stop',
    },
    { title: "a subagent's stop", kind: 'subagent-stopped', payload: payload('SubagentStop') },
    {
      title: 'a coming compaction',
      kind: 'session-compacting',
      payload: payload('PreCompact', { trigger: 'auto' }),
    },
    { title: 'an interrupt', kind: 'session-aborted', payload: payload('Interrupt') },
    {
      title: 'an end',
      kind: 'session-ended',
      payload: { ...base, hook_event_name: 'SessionEnd', reason: 'other' },
    },
    { title: 'an event that means nothing to us', kind: null, payload: payload('PreToolUse') },
  ],
  { describe, it },
)

const context = { eventName: null, id: 'd1', now: '2026-01-02T03:04:05.678Z', degraded: null }
const decode = (name: string, rest: object = {}) => codex.decode(payload(name, rest), context)!

it('says {} and never nothing', () => {
  const stop = decode('Stop')
  expect(codex.encode({ kind: 'none', reason: 'x' }, stop)).toBe('{}')
  expect(codex.encode({ kind: 'context', text: 'x' }, stop)).toBe('{}')
  expect(codex.encode({ kind: 'continue', text: 'x', metadata: {} }, decode('SessionEnd'))).toBe(
    '{}',
  )
})

it.each([
  {
    action: { kind: 'continue' as const, text: 'Two tests fail.', metadata: {} },
    event: decode('Stop'),
    reply: { decision: 'block', reason: 'Two tests fail.' },
  },
  {
    action: { kind: 'context' as const, text: 'Mind …' },
    event: decode('UserPromptSubmit', { prompt: 'x' }),
    reply: {
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'Mind …' },
    },
  },
  {
    action: { kind: 'error' as const, text: 'The judge failed.' },
    event: decode('Stop'),
    reply: { systemMessage: 'The judge failed.' },
  },
])('answers $event.kind with $action.kind as the client reads it', ({ action, event, reply }) => {
  expect(JSON.parse(codex.encode(action, event))).toEqual(reply)
})

it.each([
  { env: {}, roots: ['/home/u/.codex/sessions', '/home/u/.codex/archived_sessions'] },
  { env: { CODEX_HOME: '/c' }, roots: ['/c/sessions', '/c/archived_sessions'] },
])('keeps its transcripts in $roots', ({ env, roots }) => {
  expect(codex.transcriptRoots('/home/u', env)).toEqual(roots)
})
