import { describe, expect, it } from 'vitest'
import { agentContract } from '../../testing/agent-contract.js'
import { qwen } from './qwen.js'

const base = {
  session_id: '2157',
  transcript_path: '/home/u/.qwen/projects/-srv-shop/chats/2157.jsonl',
  cwd: '/srv/shop',
  timestamp: '2026-01-02T03:04:05.678Z',
  permission_mode: 'yolo',
}
const payload = (name: string, rest: object = {}) => ({
  ...base,
  hook_event_name: name,
  prompt_id: '2157########0',
  ...rest,
})

agentContract(
  qwen,
  [
    {
      title: 'a session that starts',
      kind: 'session-started',
      payload: payload('SessionStart', { source: 'startup', model: 'x' }),
    },
    {
      title: 'what follows a compaction',
      kind: 'session-compacted',
      payload: payload('SessionStart', { source: 'compact' }),
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: payload('UserPromptSubmit', { prompt: 'Add it', submitted_prompt: 'Add it' }),
    },
    {
      title: 'the same event for results of a tool',
      kind: null,
      payload: payload('UserPromptSubmit', { prompt: '' }),
    },
    {
      title: 'a stop',
      kind: 'session-stopped',
      payload: payload('Stop', {
        stop_hook_active: false,
        last_assistant_message: 'Done.',
        background_tasks: [],
        crons: [],
        context_usage: 0.0005,
      }),
    },
    { title: "a subagent's stop", kind: 'subagent-stopped', payload: payload('SubagentStop') },
    {
      title: 'a failed stop',
      kind: 'session-errored',
      payload: payload('StopFailure', { error: 'loop_detected' }),
    },
    {
      title: 'a coming compaction',
      kind: 'session-compacting',
      payload: payload('PreCompact', { trigger: 'auto' }),
    },
    { title: 'an end', kind: 'session-ended', payload: payload('SessionEnd', { reason: 'other' }) },
    { title: 'an event that means nothing to us', kind: null, payload: payload('PostCompact') },
  ],
  { describe, it },
)

const context = { eventName: null, id: 'd1', now: '2026-01-02T03:04:05.678Z', degraded: null }

describe('who wrote a prompt', () => {
  it.each([
    { fields: { prompt: 'Add it', submitted_prompt: 'Add it' }, origin: 'human' },
    { fields: { prompt: 'Not done yet: two tests fail' }, origin: 'agent' },
    { fields: { prompt: 'x', submitted_prompt: ' ' }, origin: 'agent' },
  ])('is $origin for $fields', ({ fields, origin }) => {
    expect(qwen.decode(payload('UserPromptSubmit', fields), context)).toMatchObject({ origin })
  })
})

it('goes on when it is told to, and is silent otherwise', () => {
  const stop = qwen.decode(payload('Stop'), context)!
  const push = { kind: 'continue' as const, text: 'Two tests fail.', metadata: {} }
  expect(JSON.parse(qwen.encode(push, stop))).toEqual({
    decision: 'block',
    reason: 'Two tests fail.',
  })
  expect(qwen.encode({ kind: 'none', reason: 'x' }, stop)).toBe('')
})
