import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../schema/agent-event.js'
import type { SessionState } from '../schema/session-state.js'
import { EVENT_KINDS, makeEvent } from './__fixtures__/events.js'
import { LATER, makeSession, NOW } from './__fixtures__/session.js'
import { foldSession } from './fold-session.js'
import { agentLogEvent, guardEvent } from './guard-event.js'
import type { GuardBodies } from './guard-event.js'

const lease = { fence: 4, turn: 1, expiresAt: LATER }
/** A session with something in every field that an event could clear. */
const busy = makeSession({
  attempts: 2,
  pushes: { f: 1 },
  openRequests: ['r1'],
  lease,
  lastFence: 4,
  stops: 2,
})

describe('foldSession', () => {
  it('opens a session with what stays fixed', () => {
    const body = { agent: 'generic', parentSessionId: null, projectRoot: '/p', startPoint: 'c0' }
    const opened = guardEvent('guard.opened', 's1', '2026-03-01T09:00:00.000Z', body)
    expect(foldSession(null, opened)).toEqual(makeSession({ turn: 0 }))
  })

  it('keeps an open session when it is opened again', () => {
    const body = { agent: 'other', parentSessionId: 's0', projectRoot: '/q', startPoint: null }
    expect(foldSession(busy, guardEvent('guard.opened', 's1', NOW, body))).toBe(busy)
  })

  it.each(EVENT_KINDS)('knows nothing of a session that was never opened: %s', (kind) => {
    expect(foldSession(null, agentLogEvent(makeEvent(kind)))).toBe(null)
  })

  it.each<{ event: AgentEvent; changes: Partial<SessionState> }>([
    {
      event: makeEvent('prompt-submitted'),
      changes: { turn: 2, attempts: 0, pushes: {}, lease: null, openRequests: [] },
    },
    { event: makeEvent('prompt-submitted', { origin: 'ours' }), changes: {} },
    { event: makeEvent('prompt-submitted', { origin: 'agent' }), changes: {} },
    { event: makeEvent('prompt-submitted', { origin: 'tool' }), changes: {} },
    { event: makeEvent('session-stopped'), changes: { stops: 3 } },
    { event: makeEvent('subagent-stopped'), changes: {} },
    { event: makeEvent('tool-finished'), changes: {} },
    { event: makeEvent('session-idle-long'), changes: {} },
    { event: makeEvent('session-compacting'), changes: {} },
    { event: makeEvent('session-compacted'), changes: {} },
    {
      event: makeEvent('session-aborted'),
      changes: { turnEnd: 'aborted', lease: null, openRequests: [] },
    },
    { event: makeEvent('session-errored'), changes: { turnEnd: 'errored', lease: null } },
    {
      event: makeEvent('permission-asked', { requestId: 'r2' }),
      changes: { openRequests: ['r1', 'r2'] },
    },
    { event: makeEvent('permission-asked', { requestId: 'r1' }), changes: {} },
    { event: makeEvent('permission-answered', { requestId: 'r1' }), changes: { openRequests: [] } },
    { event: makeEvent('permission-answered', { requestId: 'r2' }), changes: {} },
    {
      event: makeEvent('session-ended', { at: NOW }),
      changes: { endedAt: NOW, lease: null, openRequests: [] },
    },
    { event: makeEvent('session-started'), changes: {} },
    { event: makeEvent('attempt-failed'), changes: {} },
  ])('lets $event.kind change $changes', ({ event, changes }) => {
    const folded = foldSession(busy, agentLogEvent({ ...event, at: NOW }))
    expect(folded).toEqual({ ...busy, updatedAt: NOW, ...changes })
  })

  it('reads a log line of a kind that there is no more', () => {
    const line = agentLogEvent(makeEvent('session-aborted', { at: NOW }))
    const kind = 'outcome-recorded'
    const old = { ...line, kind: `agent.${kind}`, body: { ...(line.body as object), kind } }
    expect(foldSession(busy, old)).toEqual({ ...busy, updatedAt: NOW })
  })

  it.each<{ event: AgentEvent; from: Partial<SessionState>; changes: Partial<SessionState> }>([
    { event: makeEvent('session-started'), from: { endedAt: NOW }, changes: { endedAt: null } },
    {
      event: makeEvent('prompt-submitted'),
      from: { endedAt: NOW, turnEnd: 'aborted' },
      changes: { endedAt: null, turnEnd: 'open', turn: 2 },
    },
    { event: makeEvent('session-errored'), from: { turnEnd: 'aborted' }, changes: {} },
    {
      event: makeEvent('prompt-submitted', { origin: 'ours' }),
      from: { turnEnd: 'aborted' },
      changes: {},
    },
  ])('lets $event.kind turn $from into $changes', ({ event, from, changes }) => {
    const session = makeSession(from)
    expect(foldSession(session, agentLogEvent(event))).toEqual({ ...session, ...changes })
  })

  describe('a call that failed', () => {
    const failing = (actionKey: string, fields = {}) => {
      const call = { toolKind: 'command' as const, action: 'x', actionKey, exitCode: 1 }
      const result = { output: 'red', resultKey: 'r' }
      return makeEvent('tool-finished', { failed: true, call: { ...call, ...result }, ...fields })
    }
    const fold = (state: SessionState, event: AgentEvent) =>
      foldSession(state, agentLogEvent({ ...event, at: NOW }))!

    it('is counted by its key, of the agent itself and of each subagent', () => {
      const events = [failing('a'), failing('b'), failing('a'), failing('a', { subagentId: 'x' })]
      expect(events.reduce(fold, busy).failures).toEqual({ ':a': 2, ':b': 1, 'x:a': 1 })
    })

    it('is forgotten with the next human message', () => {
      const failed = fold(busy, failing('a'))
      expect(fold(failed, makeEvent('prompt-submitted', { origin: 'ours' })).failures).toBeDefined()
      expect(fold(failed, makeEvent('prompt-submitted')).failures).toBeUndefined()
    })

    it('pushes the one that failed longest ago out when there are too many', () => {
      const many = Array.from({ length: 40 }, (_, index) => failing(`k${index}`))
      const { failures = {} } = [failing('old'), ...many, failing('k39')].reduce(fold, busy)
      expect(Object.keys(failures)).toHaveLength(30)
      expect(failures).toMatchObject({ ':k39': 2, ':k38': 1 })
      expect(failures).not.toHaveProperty(':old')
    })
  })

  it('never lets time run backwards', () => {
    const session = makeSession({ updatedAt: LATER })
    const early = agentLogEvent(makeEvent('tool-finished', { at: NOW }))
    expect(foldSession(session, early)).toEqual(session)
  })

  it('remembers a lease and its fence', () => {
    const granted = { fence: 5, turn: 1, expiresAt: LATER }
    expect(foldSession(busy, guardEvent('guard.leased', 's1', NOW, granted))).toEqual({
      ...busy,
      updatedAt: NOW,
      lease: granted,
      lastFence: 5,
    })
  })

  it.each<{ reason: GuardBodies['guard.closed']['reason']; turnEnd: SessionState['turnEnd'] }>([
    { reason: 'capped', turnEnd: 'capped' },
    { reason: 'waiting', turnEnd: 'waiting' },
    { reason: 'in_progress', turnEnd: 'open' },
    { reason: 'own_session', turnEnd: 'open' },
    { reason: 'paused', turnEnd: 'open' },
    { reason: 'store_unavailable', turnEnd: 'open' },
    { reason: 'ended', turnEnd: 'open' },
  ])('leaves a turn that was closed as $reason as $turnEnd', ({ reason, turnEnd }) => {
    const closed = guardEvent('guard.closed', 's1', NOW, { eventId: 'e', reason })
    expect(foldSession(busy, closed)).toEqual({ ...busy, updatedAt: NOW, turnEnd })
    const aborted: SessionState = { ...busy, turnEnd: 'aborted' }
    expect(foldSession(aborted, closed)).toEqual({ ...aborted, updatedAt: NOW })
  })

  const push = { kind: 'continue' as const, text: 'the test fails', metadata: {} }
  const none = { kind: 'none' as const, reason: 'nothing_to_say' }
  const settled = { eventId: 'e', fence: 4, held: true, action: none, end: null, fingerprint: null }

  it.each<{
    name: string
    body: Partial<GuardBodies['guard.settled']>
    changes: Partial<SessionState>
  }>([
    { name: 'an end', body: { end: 'reflected' }, changes: { lease: null, turnEnd: 'reflected' } },
    { name: 'no end', body: {}, changes: { lease: null } },
    { name: 'an end without a lease', body: { held: false, end: 'reflected' }, changes: {} },
    { name: 'a push without a lease', body: { held: false, action: push }, changes: {} },
    {
      name: 'a push for the same evidence',
      body: { action: push, end: 'reflected', fingerprint: 'f' },
      changes: { lease: null, attempts: 3, pushes: { f: 2 } },
    },
    {
      name: 'a push for other evidence',
      body: { action: push, fingerprint: 'g' },
      changes: { lease: null, attempts: 3, pushes: { f: 1, g: 1 } },
    },
    {
      name: 'a push for unknown evidence',
      body: { action: push, fingerprint: null },
      changes: { lease: null, attempts: 3 },
    },
  ])('counts $name', ({ body, changes }) => {
    const event = guardEvent('guard.settled', 's1', NOW, { ...settled, ...body })
    expect(foldSession(busy, event)).toEqual({ ...busy, updatedAt: NOW, ...changes })
  })

  it('opens a turn again that a push goes on with', () => {
    const session = makeSession({ turnEnd: 'reflected', lease })
    const event = guardEvent('guard.settled', 's1', NOW, { ...settled, action: push })
    expect(foldSession(session, event)?.turnEnd).toBe('open')
  })

  it('leaves the session alone when a record is written', () => {
    const record = { kind: 'record.run', at: NOW, sessionId: 's1', key: null, body: { id: 'x' } }
    expect(foldSession(busy, record)).toBe(busy)
  })
})
