import { expect, it } from 'vitest'
import { openCycle } from '../moments/cycle/__fixtures__/open-cycle.js'
import type { Host } from '../wiring/open-host.js'
import { startBackgroundLoop } from './background-loop.js'

it.each([
  { enabled: true, says: ['Reflection loop started', 'Reflection loop stopped'] },
  { enabled: false, says: ['Reflection loop disabled', 'Reflection loop stopped'] },
])(
  'says how it starts with cycle.enabled: $enabled, and ends when it is told to',
  async ({ enabled, says }) => {
    const deps = await openCycle({ cycle: { enabled } })
    const controller = new AbortController()
    const host = { ...deps, signal: controller.signal } as unknown as Host
    const said: string[] = []
    const loop = startBackgroundLoop({
      host,
      abort: () => controller.abort(),
      watchDir: null,
      wake: async () => undefined,
      log: (line) => void said.push(line),
    })
    await loop.idle()
    await loop.stop()
    expect(said).toEqual(says)
  },
)

it('asks for the nightly work again, a while later, until it is done', async () => {
  let nowMs = Date.parse('2026-06-01T00:01:00.000Z')
  const deps = await openCycle({ cycle: { enabled: false } })
  const controller = new AbortController()
  const host = { ...deps, now: () => new Date(nowMs), signal: controller.signal }
  const asked: string[] = []
  const said: string[] = []
  const loop = startBackgroundLoop({
    host: host as unknown as Host,
    abort: () => controller.abort(),
    watchDir: null,
    wake: async () => undefined,
    async nightly() {
      asked.push(new Date(nowMs).toISOString())
      if (asked.length === 1) throw new Error('no disk')
      return { isDone: asked.length > 2 }
    },
    log: (line) => void said.push(line),
  })
  for (let pass = 0; pass < 6; pass += 1) {
    await loop.idle()
    nowMs += 10 * 60_000
  }
  await loop.stop()
  expect(asked.map((at) => at.slice(11, 16))).toEqual(['00:01', '00:21', '00:41'])
  expect(said).toContain('the nightly tidying failed: no disk')
})

it('starts deliveries at once and every five minutes, whatever became of the last', async () => {
  let minute = 0
  const deps = await openCycle({ cycle: { enabled: false } })
  const controller = new AbortController()
  const now = () => new Date(Date.parse('2026-06-01T00:00:00.000Z') + minute * 60_000)
  const asked: number[] = []
  const loop = startBackgroundLoop({
    host: { ...deps, now, signal: controller.signal } as unknown as Host,
    abort: () => controller.abort(),
    watchDir: null,
    wake: async () => undefined,
    async deliver() {
      asked.push(minute)
      throw new Error('no process')
    },
    log: () => undefined,
  })
  for (; minute < 12; minute += 1) await loop.idle()
  await loop.stop()
  expect(asked).toEqual([0, 5, 10])
})
