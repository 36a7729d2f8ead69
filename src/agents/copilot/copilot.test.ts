import { describe, expect, it } from 'vitest'
import { agentContract } from '../../testing/agent-contract.js'
import { copilot } from './copilot.js'

const base = { sessionId: 'd5e3', timestamp: 1_794_728_369_323, cwd: '/srv/shop' }
const stop = {
  ...base,
  transcriptPath: '/home/u/.copilot/session-state/d5e3/events.jsonl',
  stopReason: 'end_turn',
  stop_hook_active: false,
}

agentContract(
  copilot,
  [
    {
      title: 'a session that starts',
      kind: 'session-started',
      eventName: 'sessionStart',
      payload: { ...base, source: 'new', initialPrompt: 'Add it' },
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      eventName: 'userPromptSubmitted',
      payload: { ...base, prompt: 'Add it' },
    },
    { title: 'a stop', kind: 'session-stopped', eventName: 'agentStop', payload: stop },
    {
      title: "a subagent's stop",
      kind: 'subagent-stopped',
      eventName: 'subagentStop',
      payload: { ...stop, agentName: 'explore' },
    },
    {
      title: 'a coming compaction',
      kind: 'session-compacting',
      eventName: 'preCompact',
      payload: { ...base, trigger: 'auto' },
    },
    {
      title: 'an error',
      kind: 'session-errored',
      eventName: 'errorOccurred',
      payload: { ...base, error: { name: 'APIError', message: 'overloaded' } },
    },
    {
      title: 'an end',
      kind: 'session-ended',
      eventName: 'sessionEnd',
      payload: { ...base, reason: 'complete' },
    },
    { title: 'a payload without the name of its event', kind: null, payload: stop },
    {
      title: 'an event that means nothing to us',
      kind: null,
      eventName: 'preToolUse',
      payload: base,
    },
  ],
  { describe, it },
)

const context = (eventName: string) => ({
  eventName,
  id: 'd1',
  now: '2026-01-02T03:04:05.678Z',
  degraded: null,
})

it('reads the names that are its own', () => {
  const started = copilot.decode({ ...base, source: 'new' }, context('sessionStart'))
  expect(started).toMatchObject({ sessionId: 'd5e3', cwd: '/srv/shop', source: 'startup' })
  const failed = { ...base, error: { message: 'overloaded' } }
  expect(copilot.decode(failed, context('errorOccurred'))).toMatchObject({ error: 'overloaded' })
})

it.each([
  { payload: stop, waits: true },
  { payload: { ...base, prompt: 'x' }, waits: undefined },
  { payload: { ...stop, timestamp: '1' }, waits: undefined },
  { payload: null, waits: undefined },
])('waits for the time of the payload in its transcript: $waits', ({ payload, waits }) => {
  const hasCaughtUp = copilot.hasCaughtUp!(payload)
  expect(hasCaughtUp?.('{"timestamp":1794728369323,"cwd":"/"}')).toBe(waits)
  expect(hasCaughtUp?.('{"timestamp":1,"cwd":"/"}') ?? false).toBe(false)
})

it.each([
  {
    action: { kind: 'continue' as const, text: 'Two tests fail.', metadata: {} },
    name: 'agentStop',
    reply: '{"decision":"block","reason":"Two tests fail."}',
  },
  {
    action: { kind: 'context' as const, text: 'Mind …' },
    name: 'userPromptSubmitted',
    reply: '{"additionalContext":"Mind …"}',
  },
  {
    action: { kind: 'context' as const, text: 'Mind …' },
    name: 'sessionStart',
    reply: '{"additionalContext":"Mind …"}',
  },
  { action: { kind: 'context' as const, text: 'Mind …' }, name: 'agentStop', reply: '' },
  { action: { kind: 'error' as const, text: 'x' }, name: 'agentStop', reply: '' },
])('answers $name with $action.kind as $reply', ({ action, name, reply }) => {
  expect(copilot.encode(action, copilot.decode(stop, context(name))!)).toBe(reply)
})
