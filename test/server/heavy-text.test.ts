import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IngestReport } from '../../src/schema/api/ingest.js'
import { openTestServer } from '../../src/server/__fixtures__/open-server.js'
import type { TestServer } from '../../src/server/__fixtures__/open-server.js'
import { HEAVY_TEXTS } from '../../bench/heavy-texts.js'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.stop())

/** The longest stretch of processor time, in milliseconds, in which no other request had a turn. */
function watchTurns(): () => number {
  let longest = 0
  let isOver = false
  let before = process.cpuUsage()
  const look = (): void => {
    longest = Math.max(longest, process.cpuUsage(before).user / 1000)
    before = process.cpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  return () => {
    isOver = true
    return longest
  }
}

const MAX_TURN_MS = 400

describe.each(HEAVY_TEXTS)('a batch of events with $title', ({ title, text }) => {
  it('leaves others their turns', { timeout: 60_000 }, async () => {
    const events = Array.from({ length: 10 }, (_, n) => [
      { kind: 'prompt-submitted', sessionId: `${title} ${n}`, id: `p-${title}-${n}`, text },
      {
        kind: 'tool-finished',
        sessionId: `${title} ${n}`,
        id: `t-${title}-${n}`,
        tool: text.slice(0, 200),
      },
      {
        kind: 'session-stopped',
        sessionId: `${title} ${n}`,
        id: `s-${title}-${n}`,
        lastMessage: text,
      },
    ]).flat()
    const ended: string[] = []
    const longest = watchTurns()
    const batch = server.post('/api/v1/events', { events }).then(async (reply) => {
      ended.push('batch')
      return (await reply.json()) as IngestReport
    })
    const other = server.ask('/healthz').then(({ status }) => void ended.push(`other ${status}`))
    const [report] = await Promise.all([batch, other])
    expect(ended).toEqual(['other 200', 'batch'])
    expect([report.accepted, report.failed]).toEqual([30, 0])
    expect(longest()).toBeLessThan(MAX_TURN_MS)
  })
})
