import { describe, expect, it } from 'vitest'
import type { Verdict } from '../schema/verdict.js'
import { endingOf, endingOfSession } from './ending.js'
import { isStopPush } from './is-stop-push.js'

const verdict = (complete: boolean | null, requires_human_action: boolean): Verdict =>
  ({ complete, requires_human_action }) as Verdict

const settled = (kind: string, moment: string) => ({
  id: 1,
  at: '2026-03-01T09:00:00.000Z',
  kind: 'guard.settled',
  sessionId: 's',
  key: null,
  body: { action: { kind, text: 'x', metadata: { moment } } },
})

describe('the ending of a turn that was looked at', () => {
  it.each([
    [null, 'unjudged'],
    [verdict(null, false), 'unproven'],
    [verdict(null, true), 'needs_person'],
    [verdict(false, true), 'needs_person'],
    [verdict(false, false), 'incomplete'],
    [verdict(true, false), 'done'],
  ])('after %j is %s', (last, ending) => {
    expect(endingOf('reflected', last, { isOver: false })).toBe(ending)
  })
})

describe('the ending of a session', () => {
  it.each([
    { lastTurn: 'unjudged', status: 'failed', ending: 'incomplete' },
    { lastTurn: 'unproven', status: 'completed', ending: 'done' },
    { lastTurn: 'no_progress', status: 'failed', ending: 'incomplete' },
    { lastTurn: 'done', status: 'unknown', ending: 'unproven' },
    {
      lastTurn: 'open',
      status: 'completed',
      endedAt: '2026-03-01T08:00:00.000Z',
      ending: 'open',
    },
  ] as const)('that is $status after $lastTurn is $ending', ({ lastTurn, ending, ...outcome }) => {
    const endedAt = '2026-03-01T09:00:00.000Z'
    const settled = { endedAt, ...outcome }
    expect(endingOfSession(lastTurn, { endedAt, outcome: settled })).toBe(ending)
    expect(endingOfSession(lastTurn, { endedAt, outcome: null })).toBe(lastTurn)
  })
})

describe('sent back', () => {
  it.each([
    ['continue', 'stop', true],
    ['continue', 'stall', false],
    ['toast', 'stop', false],
  ])('of %s by %s is %s', (kind, moment, isPush) => {
    expect(isStopPush(settled(kind, moment))).toBe(isPush)
  })
})
