import { describe, expect, it } from 'vitest'
import { agentContract } from '../../testing/agent-contract.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { claudeCode } from './claude-code.js'

const base = {
  session_id: '9c1f',
  transcript_path: '/home/u/.claude/projects/-work/9c1f.jsonl',
  cwd: '/srv/shop',
  permission_mode: 'default',
}
const context = { eventName: null, id: 'd1', now: '2026-01-02T03:04:05.678Z', degraded: null }
const decoded = {
  id: 'd1',
  agent: 'claude-code',
  sessionId: '9c1f',
  parentSessionId: null,
  at: '2026-01-02T03:04:05.678Z',
  cwd: '/srv/shop',
  transcriptPath: base.transcript_path,
  degraded: null,
}

agentContract(
  claudeCode,
  [
    {
      title: 'a session that starts',
      kind: 'session-started',
      payload: { ...base, hook_event_name: 'SessionStart', source: 'startup' },
    },
    {
      title: 'a compaction',
      kind: 'session-compacted',
      payload: { ...base, hook_event_name: 'SessionStart', source: 'compact' },
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'Add a test' },
    },
    {
      title: 'a stop',
      kind: 'session-stopped',
      payload: { ...base, hook_event_name: 'Stop', stop_hook_active: false },
    },
    {
      title: 'a stop that only the command line names',
      kind: 'session-stopped',
      payload: base,
      eventName: 'Stop',
    },
    {
      title: "a subagent's stop",
      kind: 'subagent-stopped',
      payload: { ...base, hook_event_name: 'SubagentStop', agent_id: 'a1' },
    },
    {
      title: 'a failed stop',
      kind: 'session-errored',
      payload: { ...base, hook_event_name: 'StopFailure', error: 'rate_limit' },
    },
    {
      title: 'a coming compaction',
      kind: 'session-compacting',
      payload: { ...base, hook_event_name: 'PreCompact', trigger: 'auto' },
    },
    {
      title: 'an end',
      kind: 'session-ended',
      payload: { ...base, hook_event_name: 'SessionEnd', reason: 'logout' },
    },
    {
      title: 'a tool',
      kind: 'tool-finished',
      payload: { ...base, hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: 't1' },
    },
    {
      title: 'an event that means nothing to us',
      kind: null,
      payload: { ...base, hook_event_name: 'Notification', message: 'hi' },
    },
  ],
  { describe, it },
)

describe('decoding a stop', () => {
  it.each<{ title: string; fields: object; expected: Partial<AgentEvent> }>([
    {
      title: 'its last message',
      fields: { last_assistant_message: 'Done.' },
      expected: { lastMessage: 'Done.' },
    },
    {
      title: 'background tasks that still run',
      fields: { background_tasks: [{ status: 'running' }, { status: 'completed' }, {}] },
      expected: { backgroundTasks: 2 },
    },
    {
      title: 'plan mode',
      fields: { permission_mode: 'plan' },
      expected: { planMode: true, permissionMode: 'plan' },
    },
    {
      title: 'a session id of the wrong type',
      fields: { session_id: 5 },
      expected: { sessionId: 'unknown', degraded: 'the payload names no session' },
    },
  ])('sees $title', ({ fields, expected }) => {
    const event = claudeCode.decode({ ...base, hook_event_name: 'Stop', ...fields }, context)
    expect(event).toEqual({
      kind: 'session-stopped',
      ...decoded,
      lastMessage: null,
      backgroundTasks: 0,
      planMode: false,
      permissionMode: 'default',
      ...expected,
    })
  })

  it('bounds a message that is too long', () => {
    const event = claudeCode.decode(
      { ...base, hook_event_name: 'Stop', last_assistant_message: 'x'.repeat(1e6) },
      context,
    )
    expect(event).toHaveProperty('lastMessage.length', 64 * 1024)
  })
})

describe('who wrote a prompt', () => {
  it.each([
    { source: undefined, origin: 'human' },
    { source: 'user', origin: 'human' },
    { source: 'sdk', origin: 'human' },
    { source: 'system', origin: 'agent' },
    { source: 'loop_wakeup', origin: 'agent' },
  ])('is $origin when the source is $source', ({ source, origin }) => {
    const event = claudeCode.decode(
      { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'x', source },
      context,
    )
    expect(event).toMatchObject({ origin })
  })
})

const after = (name: string, fields: object = {}) =>
  claudeCode.decode({ ...base, hook_event_name: name, ...fields }, context)!

describe('encoding', () => {
  it.each([
    {
      title: 'a push after a stop',
      action: { kind: 'continue' as const, text: 'Two tests fail.', metadata: {} },
      event: after('Stop'),
      reply: { decision: 'block', reason: 'Two tests fail.' },
    },
    {
      title: 'context at a start',
      action: { kind: 'context' as const, text: 'Last time …' },
      event: after('SessionStart', { source: 'startup' }),
      reply: {
        hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Last time …' },
      },
    },
    {
      title: 'context after a compaction',
      action: { kind: 'context' as const, text: 'You were …' },
      event: after('SessionStart', { source: 'compact' }),
      reply: {
        hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'You were …' },
      },
    },
    {
      title: 'context before a compaction, as it is',
      action: { kind: 'context' as const, text: 'Keep\nthis' },
      event: after('PreCompact'),
      reply: 'Keep this',
    },
    {
      title: 'context with a prompt',
      action: { kind: 'context' as const, text: 'Mind …' },
      event: after('UserPromptSubmit', { prompt: 'x' }),
      reply: {
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'Mind …' },
      },
    },
    {
      title: 'an error as a message to the user',
      action: { kind: 'error' as const, text: 'The judge failed.' },
      event: after('Stop'),
      reply: { systemMessage: 'The judge failed.' },
    },
  ])('writes $title', ({ action, event, reply }) => {
    const said = claudeCode.encode(action, event)
    expect(typeof reply === 'string' ? said : JSON.parse(said)).toEqual(reply)
  })

  it.each([
    { action: { kind: 'none' as const, reason: 'x' }, event: after('Stop') },
    { action: { kind: 'continue' as const, text: 'x', metadata: {} }, event: after('SessionEnd') },
    { action: { kind: 'context' as const, text: 'x' }, event: after('Stop') },
  ])('is silent with $action.kind after $event.kind', ({ action, event }) => {
    expect(claudeCode.encode(action, event)).toBe('')
  })
})
