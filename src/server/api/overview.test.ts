import { expect, it, onTestFinished } from 'vitest'
import type { Overview } from '../../schema/api/overview.js'
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
  expect(series.find(({ day }) => day === '2026-02-28')?.premature).toBe(1)
  expect(await read()).toMatchObject({ stops: { pushedBack: 3001 } })
})
