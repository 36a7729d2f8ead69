import { expect, it, onTestFinished, vi } from 'vitest'
import { makeBundle, turnConfig } from '../moments/turn/__fixtures__/bundle.js'
import { manualClock } from '../moments/turn/__fixtures__/manual-clock.js'
import { openTempFolder } from '../util/__fixtures__/temp-folder.js'
import { reflectTurn, runTurns } from './turns.js'
import type { TurnPorts } from './turns.js'

it.each([
  { variable: 'true', ports: {}, ms: 0 },
  { variable: '', ports: {}, ms: 12.3 },
  { variable: 'true', ports: { ci: false }, ms: 12.3 },
])('durations are $ms with CI=$variable and $ports', async ({ variable, ports: given, ms }) => {
  vi.stubEnv('CI', variable)
  onTestFinished(() => void vi.unstubAllEnvs())
  const clock = manualClock()
  const ports: TurnPorts = {
    store: null,
    ...given,
    summarise: async () => {
      clock.advance(12.345)
      return { summary: 'x' }
    },
  }
  const { metrics } = await reflectTurn(makeBundle({ ctx: { clock } }), turnConfig(), ports)
  const { turns } = await runTurns({
    agents: ['ada'],
    turns: [1],
    stages: {
      t1: () => ({ observed: '' }),
      t2: () => ({ snippets: [] }),
      t3: () => ({ plan: { reflection: true }, utter: 'x' }),
      t4: () => ({ applied: true }),
    },
    config: turnConfig(),
    ports,
    clock: () => clock,
    logs: { dir: openTempFolder() },
  })
  expect([metrics.ms, turns[0]!.reflection!.metrics.ms]).toEqual([ms, ms])
})
