import { describe, expect, it } from 'vitest'
import type { LogEvent } from '../../schema/log-event.js'
import { openMemoryStore } from '../../store/memory.js'
import { demotedGates, readTrackRecord, toTrackRecord, WRONG_ACTION } from './track-record.js'

let ids = 0
const event = (kind: string, body: unknown, sessionId = 's1'): LogEvent => ({
  id: (ids += 1),
  at: '2026-01-01T00:00:00.000Z',
  kind,
  sessionId,
  key: null,
  body,
})

const push = (verdictId = 'v', fingerprint: string | null = 'f1', gate = 'failing_tests') =>
  event('guard.settled', {
    action: {
      kind: 'continue',
      text: '',
      metadata: { moment: 'stop', gate, verdict_id: verdictId },
    },
    fingerprint,
  })
const settled = (fingerprint: string | null) =>
  event('guard.settled', { action: { kind: 'none', reason: '' }, fingerprint })
const aborted = event('agent.session-aborted', {})
const prompt = (text: string, origin = 'human') => event('agent.prompt-submitted', { origin, text })

describe('the track record of a gate', () => {
  it.each([
    {
      name: 'counts for it when the evidence changed',
      events: [push(), settled('f2')],
      against: 0,
      reasons: {},
    },
    { name: 'counts for it while nothing came after', events: [push()], against: 0, reasons: {} },
    {
      name: 'counts nothing against it where the agent ignored it',
      events: [push(), settled('f1')],
      against: 0,
      reasons: {},
    },
    {
      name: 'counts no abort against it, which no person may have asked for',
      events: [push(), aborted],
      against: 0,
      reasons: {},
    },
    {
      name: 'counts a human who contradicts against it',
      events: [push(), prompt('No, it is done.')],
      against: 1,
      reasons: { contradicted: 1 },
    },
    {
      name: 'counts a human who goes on for it',
      events: [push(), prompt('Now add a test as well')],
      against: 0,
      reasons: {},
    },
    {
      name: 'ignores what another session does',
      events: [push(), { ...prompt('No, it is done.'), sessionId: 's2' }],
      against: 0,
      reasons: {},
    },
    {
      name: 'ignores our own words that come back',
      events: [push(), prompt('No, not done', 'ours')],
      against: 0,
      reasons: {},
    },
  ])('$name', ({ events, against, reasons }) => {
    expect(toTrackRecord(events, new Set())).toEqual([
      { gate: 'failing_tests', pushes: 1, against, reasons, demoted: false },
    ])
  })

  it('counts a mark as wrong, whatever came after', () => {
    expect(toTrackRecord([push('v7'), settled('f2')], new Set(['v7']))).toMatchObject([
      { against: 1, reasons: { marked_wrong: 1 } },
    ])
  })

  it.each([
    { right: 16, wrong: 4, demoted: false },
    { right: 15, wrong: 5, demoted: true },
    { right: 0, wrong: 4, demoted: false },
    { right: 3, wrong: 2, demoted: true },
  ])('demotes at $wrong wrong of $right and more: $demoted', ({ right, wrong, demoted }) => {
    const events = [
      ...Array.from({ length: wrong }, () => [push(), prompt('No, it is done.')]),
      ...Array.from({ length: right }, () => [push(), settled('f2')]),
    ].flat()
    expect([...demotedGates(toTrackRecord(events, new Set()))]).toEqual(
      demoted ? ['failing_tests'] : [],
    )
  })

  it('lets a stubborn agent disarm nothing: one correct push, then four ignored ones', () => {
    const events = [
      [push('v0', 'f0'), settled('f9')],
      ...[1, 2, 3, 4].map((n) => [push(`v${n}`, `f${n}`), settled(`f${n}`)]),
    ].flat()
    expect(toTrackRecord(events, new Set())).toMatchObject([
      { pushes: 5, against: 0, demoted: false },
    ])
  })

  it('forgets what is older than the last 20 pushes', () => {
    const events = [
      ...Array.from({ length: 20 }, () => [push(), prompt('No, it is done.')]),
      ...Array.from({ length: 20 }, () => [push(), settled('f2')]),
    ].flat()
    expect(toTrackRecord(events, new Set())).toMatchObject([
      { pushes: 20, against: 0, demoted: false },
    ])
  })

  it('says nothing of pushes of other moments', () => {
    const nudge = event('guard.settled', {
      action: { kind: 'continue', text: '', metadata: { moment: 'stall' } },
      fingerprint: null,
    })
    expect(toTrackRecord([nudge, prompt('No, it is done.')], new Set())).toEqual([])
  })

  it('finds a mark however much was noted since', async () => {
    const store = await openMemoryStore()
    const note = (id: number, action: string, input: string) => ({
      kind: 'interaction' as const,
      record: {
        id: `i${id}`,
        action,
        session: 's1',
        input,
        output: '',
        timestamp: new Date(id).toISOString(),
      },
    })
    const { id: _, ...pushed } = push('v7')
    await store.add([note(0, WRONG_ACTION, 'v7')], [pushed])
    await store.add(Array.from({ length: 500 }, (_, id) => note(id + 1, 'stop_judged', 'v8')))
    expect(await readTrackRecord(store)).toMatchObject([{ reasons: { marked_wrong: 1 } }])
  })
})
