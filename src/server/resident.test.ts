import { expect, it } from 'vitest'
import { openCycle } from '../moments/cycle/__fixtures__/open-cycle.js'
import type { Host } from './resident/open-host.js'
import { startResident } from './resident.js'

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
    const resident = startResident({
      host,
      abort: () => controller.abort(),
      watchDir: null,
      wake: async () => undefined,
      log: (line) => void said.push(line),
    })
    await resident.idle()
    await resident.stop()
    expect(said).toEqual(says)
  },
)
