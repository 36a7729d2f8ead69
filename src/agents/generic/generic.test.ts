import { describe, expect, it } from 'vitest'
import { agentContract } from '../../testing/agent-contract.js'
import { generic } from './generic.js'

const context = { eventName: null, id: 'd1', now: '2026-01-02T03:04:05.678Z', degraded: null }

agentContract(
  generic,
  [
    {
      title: 'a stop with nothing but its session',
      kind: 'session-stopped',
      payload: { kind: 'session-stopped', sessionId: 's1' },
    },
    {
      title: 'a stop that only the command line names',
      kind: 'session-stopped',
      payload: { sessionId: 's1' },
      eventName: 'session-stopped',
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: { kind: 'prompt-submitted', sessionId: 's1', text: 'Go' },
    },
    {
      title: 'a start',
      kind: 'session-started',
      payload: { kind: 'session-started', sessionId: 's1', cwd: '/srv' },
    },
    {
      title: 'an abort',
      kind: 'session-aborted',
      payload: { kind: 'session-aborted', sessionId: 's1' },
    },
    {
      title: 'a question',
      kind: 'permission-asked',
      payload: { kind: 'permission-asked', sessionId: 's1', requestId: 'q' },
    },
  ],
  { describe, it },
)

describe('the generic agent', () => {
  it('keeps the id that the caller gave, so that a second delivery is recognised', () => {
    const event = generic.decode({ kind: 'session-aborted', sessionId: 's1', id: 'mine' }, context)
    expect(event).toMatchObject({ id: 'mine', agent: 'generic' })
  })

  it.each([
    {
      payload: { kind: 'session-stoped', sessionId: 's' },
      message: 'The event does not match its contract at "kind"',
    },
    {
      payload: { kind: 'session-stopped', sessionId: '' },
      message: 'The event does not match its contract at "sessionId"',
    },
    {
      payload: { kind: 'session-stopped', at: 'noon' },
      message: 'The event does not match its contract at "at"',
    },
    { payload: [], message: 'The payload is not a JSON object' },
  ])('refuses $payload by name', ({ payload, message }) => {
    expect(() => generic.decode(payload, context)).toThrow(message)
  })

  it('answers with the action itself', () => {
    const event = generic.decode({ kind: 'session-stopped', sessionId: 's1' }, context)!
    expect(generic.encode({ kind: 'none', reason: 'done' }, event)).toBe(
      '{"kind":"none","reason":"done"}',
    )
  })
})
