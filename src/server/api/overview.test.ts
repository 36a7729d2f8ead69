import { expect, it, onTestFinished } from 'vitest'
import type { Overview } from '../../schema/api/overview.js'
import { openTestServer } from '../__fixtures__/open-server.js'

const NOW = new Date('2026-03-01T09:00:00.000Z')
const closed = (at: string) => ({
  kind: 'guard.closed',
  at,
  sessionId: null,
  key: null,
  body: { eventId: 'e', reason: 'waiting' },
})

const push = (at: string) => ({
  kind: 'guard.settled',
  at,
  sessionId: null,
  key: null,
  body: {
    eventId: 'e',
    fence: 1,
    held: true,
    action: { kind: 'continue', text: 'Go on.', metadata: { moment: 'stop' } },
    end: null,
    fingerprint: null,
  },
})

it('counts the newest where there is more than it counts, and says since when', async () => {
  const server = await openTestServer({ now: () => NOW })
  onTestFinished(() => server.stop())
  const read = async () => (await (await server.ask('/api/v1/overview?days=30')).json()) as Overview
  const { store } = server.host
  await store.add([], [push('2026-02-28T08:00:00.000Z'), closed('2026-02-28T08:00:00.000Z')])
  expect(await read()).toMatchObject({ countedSince: null, stops: { pushedBack: 1, notJudged: 1 } })

  const older = Array.from({ length: 20_000 }, () => push('2026-02-10T08:00:00.000Z'))
  await store.add([], older)
  const { countedSince, series, stops } = await read()
  expect([countedSince, stops.pushedBack]).toEqual(['2026-02-10T08:00:00.000Z', 20_000])
  expect(series.find(({ day }) => day === '2026-02-28')?.premature).toBe(1)
})
