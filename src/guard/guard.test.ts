import { describe, expect, it } from 'vitest'
import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { SessionState } from '../schema/session-state.js'
import { EVENT_KINDS, makeEvent } from './__fixtures__/events.js'
import { LATER, makeSession, makeTerms, NOW } from './__fixtures__/session.js'
import { textKey } from '../util/text-key.js'
import { enterSession, settleSession } from './guard.js'
import type { GuardTerms, Settlement } from './guard.js'
import { agentEventKey, agentLogEvent } from './guard-event.js'
import type { ClosedReason } from './guard-event.js'
import { hasChannel } from './has-channel.js'

const place = { projectRoot: '/p', startPoint: 'c0' }
const live = { fence: 4, turn: 1, expiresAt: LATER }
const busyStop = makeEvent('session-stopped', { backgroundTasks: 1 })

describe('enterSession', () => {
  it('opens an unknown session, logs the event and gives the first fence', () => {
    const event = makeEvent('session-stopped', { at: NOW, parentSessionId: 's0' })
    const { events, entry } = enterSession(null, event, place, makeTerms())
    const lease = { fence: 1, turn: 0, expiresAt: LATER }
    const session = { sessionId: 's1', key: null, at: NOW }
    expect(events).toEqual([
      {
        ...session,
        kind: 'guard.opened',
        body: { agent: 'generic', parentSessionId: 's0', ...place },
      },
      { ...session, kind: 'agent.session-stopped', key: agentEventKey(event), body: event },
      { ...session, kind: 'guard.leased', body: lease },
    ])
    expect(entry).toEqual({
      open: true,
      reason: null,
      fence: 1,
      event,
      state: makeSession({
        parentSessionId: 's0',
        startedAt: NOW,
        updatedAt: NOW,
        turn: 0,
        stops: 1,
        lease,
        lastFence: 1,
      }),
    })
  })

  it('never moves the place of a known session', () => {
    const elsewhere = { projectRoot: '/q', startPoint: 'c9' }
    const event = makeEvent('session-started', { at: NOW })
    const { events, entry } = enterSession(makeSession(), event, elsewhere, makeTerms())
    expect(events).toEqual([agentLogEvent(event)])
    expect(entry.state).toEqual(makeSession({ updatedAt: NOW }))
  })

  it.each(EVENT_KINDS)('gives a fence only where the agent could be told to go on: %s', (kind) => {
    const { entry } = enterSession(
      makeSession({ lastFence: 6 }),
      makeEvent(kind),
      place,
      makeTerms(),
    )
    const judged = ['session-stopped', 'session-idle-long', 'session-compacted'].includes(kind)
    expect({ open: entry.open, fence: entry.fence }).toEqual({
      open: true,
      fence: judged ? 7 : null,
    })
  })

  interface Closed {
    reason: ClosedReason
    state?: Partial<SessionState>
    event?: AgentEvent
    terms?: Partial<GuardTerms>
  }
  /** In the order in which they are asked; each stands on its own, and before all that follow. */
  const closed: Closed[] = [
    { reason: 'aborted', state: { turnEnd: 'aborted' } },
    { reason: 'own_session', terms: { own: true } },
    { reason: 'paused', terms: { paused: true } },
    { reason: 'store_unavailable', terms: { blind: true } },
    { reason: 'ended', state: { endedAt: NOW } },
    { reason: 'in_progress', state: { lease: live } },
    { reason: 'capped', state: { attempts: 3 } },
    { reason: 'waiting', event: busyStop },
  ]

  it.each(closed)('is closed as $reason', ({ reason, state, event, terms }) => {
    const stop = event ?? makeEvent('session-stopped')
    const session = makeSession(state)
    const { events, entry } = enterSession(session, stop, place, makeTerms(terms))
    expect(events).toEqual([
      agentLogEvent(stop),
      {
        kind: 'guard.closed',
        at: NOW,
        sessionId: 's1',
        key: null,
        body: { eventId: stop.id, reason },
      },
    ])
    const turnEnd = reason === 'capped' || reason === 'waiting' ? reason : session.turnEnd
    expect(entry).toEqual({
      open: false,
      reason,
      fence: null,
      event: stop,
      state: { ...session, turnEnd, updatedAt: NOW, stops: 1 },
    })
  })

  it.each(closed.slice(0, -1).map(({ reason }, index) => ({ reason, rest: closed.slice(index) })))(
    'names $reason before whatever else closes the session',
    ({ reason, rest }) => {
      const state = makeSession(Object.assign({}, ...rest.map((one) => one.state)))
      const terms = makeTerms(Object.assign({}, ...rest.map((one) => one.terms)))
      expect(enterSession(state, busyStop, place, terms).entry.reason).toBe(reason)
    },
  )

  it.each<{
    name: string
    state?: Partial<SessionState>
    event?: AgentEvent
    reason: ClosedReason | null
  }>([
    {
      name: 'a lease to its last millisecond',
      state: { lease: { ...live, expiresAt: '2026-03-01T10:00:00.001Z' } },
      reason: 'in_progress',
    },
    { name: 'a lease that ends now', state: { lease: { ...live, expiresAt: NOW } }, reason: null },
    { name: 'one attempt left', state: { attempts: 2 }, reason: null },
    { name: 'more attempts than a lowered cap', state: { attempts: 9 }, reason: 'capped' },
    { name: 'an open question', state: { openRequests: ['r1'] }, reason: 'waiting' },
    {
      name: 'plan mode',
      event: makeEvent('session-stopped', { planMode: true }),
      reason: 'waiting',
    },
    { name: 'an errored turn', state: { turnEnd: 'errored' }, reason: null },
    { name: 'a turn that waited', state: { turnEnd: 'waiting' }, reason: null },
    {
      name: 'a compaction with an open question',
      event: makeEvent('session-compacted'),
      state: { openRequests: ['r1'] },
      reason: 'waiting',
    },
  ])('answers $name with $reason', ({ state, event, reason }) => {
    const stop = event ?? makeEvent('session-stopped')
    expect(enterSession(makeSession(state), stop, place, makeTerms()).entry.reason).toBe(reason)
  })

  it.each<{
    terms: Partial<GuardTerms>
    state?: Partial<SessionState>
    reason: ClosedReason | null
  }>([
    { terms: { own: true }, reason: 'own_session' },
    { terms: { paused: true }, reason: 'paused' },
    { terms: { blind: true }, reason: null },
    {
      terms: {},
      state: { turnEnd: 'aborted', endedAt: NOW, lease: live, attempts: 9 },
      reason: null,
    },
  ])(
    'answers an event that is not judged with $reason under $terms',
    ({ terms, state, reason }) => {
      const { entry } = enterSession(
        makeSession(state),
        makeEvent('tool-finished'),
        place,
        makeTerms(terms),
      )
      expect({ open: entry.open, reason: entry.reason }).toEqual({ open: reason === null, reason })
    },
  )
})

describe('a prompt', () => {
  const told = [textKey('an older push'), textKey('Two tests fail:\n<a> and <b>')]
  it.each<{ text: string; given?: 'agent'; origin: string; turn: number }>([
    { text: 'Two tests fail:\n<a> and <b>', origin: 'ours', turn: 1 },
    { text: 'Two tests fail: &lt;a&gt; and &lt;b&gt; ', origin: 'ours', turn: 1 },
    { text: 'an older push', origin: 'ours', turn: 1 },
    { text: 'You said: Two tests fail:\n<a> and <b>', origin: 'human', turn: 2 },
    { text: 'Go on', origin: 'human', turn: 2 },
    { text: 'an older push', given: 'agent', origin: 'agent', turn: 1 },
  ])('$text is from $origin, as $given', ({ text, given, origin, turn }) => {
    const event = makeEvent('prompt-submitted', { text, origin: given ?? 'human' })
    const { events, entry } = enterSession(makeSession({ told }), event, place, makeTerms())
    expect(entry.event).toEqual({ ...event, origin })
    expect(events).toEqual([agentLogEvent({ ...event, origin } as AgentEvent)])
    expect(entry.state.turn).toBe(turn)
  })
})

describe('settleSession', () => {
  const push = { kind: 'continue' as const, text: 'the test fails', metadata: {} }
  const toast: Action = { kind: 'toast', level: 'success', text: 'Task complete' }
  const context: Action = { kind: 'context', text: 'a lesson' }
  const none: Action = { kind: 'none', reason: 'nothing_to_say' }
  const holding = makeSession({ lease: live, lastFence: 4 })
  const settlement: Settlement = {
    eventId: 'e1',
    sessionId: 's1',
    fence: 4,
    proposal: push,
    end: 'reflected',
    fingerprint: 'f',
  }

  it('sends a push, counts it and gives the lease back', () => {
    const { events, action, state } = settleSession(holding, settlement, makeTerms())
    const { sessionId, proposal, ...rest } = settlement
    const told = textKey(push.text)
    const body = { ...rest, held: true, action: proposal, told }
    expect(action).toEqual(push)
    expect(events).toEqual([{ kind: 'guard.settled', at: NOW, sessionId, key: null, body }])
    expect(state).toEqual({
      ...holding,
      updatedAt: NOW,
      lease: null,
      attempts: 1,
      pushes: { f: 1 },
      told: [told],
    })
  })

  describe('a nudge in the middle of a turn', () => {
    const nudge = { ...settlement, fence: null, proposal: context, end: null, counts: true }

    it('goes out as context without a lease, and counts as a push does', () => {
      const { action, state, events } = settleSession(makeSession(), nudge, makeTerms())
      expect(action).toEqual(context)
      expect(events[0]?.body).toMatchObject({ counts: true, held: false, end: null })
      expect(state).toEqual(makeSession({ updatedAt: NOW, attempts: 1, pushes: { f: 1 } }))
    })

    it.each<{ reason: string; state?: Partial<SessionState>; terms?: Partial<GuardTerms> }>([
      { reason: 'already_nudged', state: { pushes: { f: 1 } } },
      { reason: 'capped', state: { attempts: 3 }, terms: { maxAttempts: 3 } },
      { reason: 'aborted', state: { turnEnd: 'aborted' } },
      { reason: 'store_unavailable', terms: { blind: true } },
      { reason: 'orchestrated', terms: { silent: 'orchestrated' } },
    ])('is held back, and ends no turn: $reason', ({ reason, state, terms }) => {
      const session = makeSession(state)
      const settled = settleSession(session, nudge, makeTerms(terms))
      expect(settled.action).toEqual({ kind: 'none', reason })
      expect(settled.state).toEqual({ ...session, updatedAt: NOW })
    })
  })

  it.each<{
    reason: string
    state?: Partial<SessionState>
    settle?: Partial<Settlement>
    terms?: Partial<GuardTerms>
    turnEnd: SessionState['turnEnd']
  }>([
    { reason: 'orchestrated', terms: { silent: 'orchestrated' }, turnEnd: 'reflected' },
    { reason: 'aborted', state: { turnEnd: 'aborted', lease: null }, turnEnd: 'aborted' },
    { reason: 'lease_expired', terms: { now: LATER }, turnEnd: 'open' },
    { reason: 'superseded', state: { lease: { ...live, fence: 5 } }, turnEnd: 'open' },
    { reason: 'superseded', state: { lease: null }, turnEnd: 'open' },
    { reason: 'no_lease', settle: { fence: null }, turnEnd: 'open' },
    { reason: 'no_channel', terms: { hasChannel: false }, turnEnd: 'reflected' },
    { reason: 'capped', state: { attempts: 3 }, turnEnd: 'capped' },
    { reason: 'waiting', state: { openRequests: ['r1'] }, turnEnd: 'waiting' },
    {
      reason: 'no_progress',
      state: { pushes: { f: 2 } },
      turnEnd: 'no_progress',
    },
  ])('refuses a push as $reason and leaves the turn $turnEnd', ({ reason, turnEnd, ...given }) => {
    const before = { ...holding, ...given.state }
    const { action, state, events } = settleSession(
      before,
      { ...settlement, ...given.settle },
      makeTerms(given.terms),
    )
    expect(action).toEqual({ kind: 'none', reason })
    expect(events.map((event) => event.body)).toMatchObject([{ action }])
    const { attempts, pushes } = before
    expect(state).toMatchObject({ turnEnd, attempts, pushes })
  })

  it.each([
    { name: 'one more try', pushes: { f: 1 } },
    { name: 'other evidence', pushes: { g: 2 } },
  ])('allows $name', ({ pushes }) => {
    expect(settleSession({ ...holding, pushes }, settlement, makeTerms()).action).toEqual(push)
  })

  it('allows a push for evidence that can not be compared', () => {
    const state = { ...holding, pushes: { f: 2 } }
    const unknown = { ...settlement, fingerprint: null }
    expect(settleSession(state, unknown, makeTerms()).action).toEqual(push)
  })

  it.each<{ proposal: Action; fence: number | null; state: Partial<SessionState>; sent: Action }>([
    { proposal: toast, fence: 4, state: { attempts: 3, openRequests: ['r1'] }, sent: toast },
    {
      proposal: toast,
      fence: 4,
      state: { turnEnd: 'aborted', lease: null },
      sent: { kind: 'none', reason: 'aborted' },
    },
    { proposal: toast, fence: 3, state: {}, sent: { kind: 'none', reason: 'superseded' } },
    { proposal: context, fence: null, state: { turnEnd: 'aborted' }, sent: context },
    { proposal: none, fence: 3, state: {}, sent: none },
  ])('answers $proposal.kind with fence $fence over $state', ({ proposal, fence, state, sent }) => {
    const { action } = settleSession(
      { ...holding, ...state },
      { ...settlement, fence, proposal },
      makeTerms(),
    )
    expect(action).toEqual(sent)
  })

  it('asks for a channel only when the agent is told to go on', () => {
    const { action } = settleSession(
      holding,
      { ...settlement, proposal: toast },
      makeTerms({ hasChannel: false }),
    )
    expect(action).toEqual(toast)
  })

  it.each([toast, { kind: 'error', text: 'The judge failed' } as const])(
    'keeps a $kind from a client that shows its user nothing',
    (proposal) => {
      const shown = settleSession(holding, { ...settlement, proposal }, makeTerms())
      const terms = makeTerms({ hasToasts: false })
      const hidden = settleSession(holding, { ...settlement, proposal }, terms)
      expect([shown.action, hidden.action]).toEqual([
        proposal,
        { kind: 'none', reason: 'no_channel' },
      ])
    },
  )

  it('keeps context from a client that takes none at this event, and does not count it', () => {
    const context = { kind: 'context', text: 'Keep these facts' } as const
    for (const counts of [false, true]) {
      const given = { ...settlement, proposal: context, fence: null, counts }
      const taken = settleSession(holding, given, makeTerms())
      const kept = settleSession(holding, given, makeTerms({ takesContext: false }))
      expect([taken.action, kept.action]).toEqual([context, { kind: 'none', reason: 'no_channel' }])
      expect(kept.state.attempts).toBe(0)
    }
  })

  it('keeps the reason of a moment that has nothing to say, also when nothing may be sent', () => {
    const quiet = { ...settlement, proposal: none }
    expect(settleSession(holding, quiet, makeTerms({ silent: 'orchestrated' })).action).toEqual(
      none,
    )
  })

  it('changes nothing when a fence is used a second time', () => {
    const once = settleSession(holding, settlement, makeTerms())
    const twice = settleSession(once.state, settlement, makeTerms())
    expect(twice.action).toEqual({ kind: 'none', reason: 'superseded' })
    expect(twice.state).toEqual(once.state)
  })
})

describe('hasChannel', () => {
  const capabilities = {
    canContinue: false,
    canPromptIdle: false,
    maxContinuations: null,
    takesContext: () => true,
    hasToasts: true,
  }
  it.each([
    { kind: 'session-stopped' as const, given: {}, expected: false },
    { kind: 'session-stopped' as const, given: { canContinue: true }, expected: true },
    { kind: 'session-stopped' as const, given: { canPromptIdle: true }, expected: true },
    { kind: 'session-idle-long' as const, given: { canContinue: true }, expected: false },
    { kind: 'session-idle-long' as const, given: { canPromptIdle: true }, expected: true },
    { kind: 'session-compacted' as const, given: { canContinue: true }, expected: false },
  ])('is $expected after $kind with $given', ({ kind, given, expected }) => {
    expect(hasChannel(kind, { ...capabilities, ...given })).toBe(expected)
  })
})
