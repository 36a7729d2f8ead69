import { expect, it, onTestFinished } from 'vitest'
import type { Overview } from '../../schema/api/overview.js'
import type { Verdict } from '../../schema/verdict.js'
import { openTestServer } from '../__fixtures__/open-server.js'

const NOW = new Date('2026-03-01T09:00:00.000Z')
const line = (kind: string, at: string, body: unknown) => ({
  kind,
  at,
  sessionId: null,
  key: null,
  body,
})
const closed = (at: string) => line('guard.closed', at, { eventId: 'e', reason: 'waiting' })
const push = (at: string) =>
  line('guard.settled', at, {
    eventId: 'e',
    fence: 1,
    held: true,
    action: { kind: 'continue', text: 'Go on.', metadata: { moment: 'stop' } },
    end: null,
    fingerprint: null,
  })

it('counts every line of the window, also those that come late, and none twice', async () => {
  const server = await openTestServer({ now: () => NOW })
  onTestFinished(() => server.stop())
  const read = async () => (await (await server.ask('/api/v1/overview?days=30')).json()) as Overview
  const { store } = server.host
  await store.add([], [push('2026-02-28T08:00:00.000Z'), closed('2026-02-28T08:00:00.000Z')])
  expect(await read()).toMatchObject({ stops: { pushedBack: 1, notJudged: 1 } })

  const older = Array.from({ length: 3000 }, () => push('2026-02-10T08:00:00.000Z'))
  await store.add([], [...older, push('2026-01-01T08:00:00.000Z')])
  const { series, stops } = await read()
  expect(stops.pushedBack).toBe(3001)
  expect(series.find(({ day }) => day === '2026-02-28')).toMatchObject({ judged: 0, premature: 0 })
  expect(await read()).toMatchObject({ stops: { pushedBack: 3001 } })
})

it.each([
  ['what is missing', { complete: false }, { incomplete: 1, premature: 1 }],
  ['what only a person can do', { complete: false, requires_human_action: true }, { premature: 0 }],
  ['what is unproven', { complete: null, abstained: true }, { incomplete: 0, premature: 0 }],
])('counts a stop as too early by %s, whether or not it was sent back', async (_, judged, seen) => {
  const server = await openTestServer({ now: () => NOW })
  onTestFinished(() => server.stop())
  await server.host.store.add([{ kind: 'verdict', record: { ...VERDICT, ...judged } }])
  const { stops, series } = (await (await server.ask('/api/v1/overview')).json()) as Overview
  const { premature } = series.find(({ day }) => day === '2026-02-28')!
  expect({ ...stops, premature }).toMatchObject({ pushedBack: 0, judged: 1, ...seen })
})

const VERDICT: Verdict = {
  id: 'v1',
  session_id: 's1',
  turn: 1,
  timestamp: '2026-02-28T08:00:00.000Z',
  complete: null,
  abstained: false,
  severity: 'HIGH',
  feedback: '',
  missing: ['the tests'],
  next_actions: [],
  requires_human_action: false,
  gates: ['red'],
  judge: 'rules',
  degraded: false,
}
