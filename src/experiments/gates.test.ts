import { describe, expect, it } from 'vitest'
import type { GateId, VerdictState } from './experiment.js'
import { gateFeatures, type Gate } from './gates.js'

const gate = (id: GateId, state: VerdictState, reason: string): Gate => ({
  id,
  experiment: 'calibration',
  question: '',
  kill: '',
  state,
  reasons: [reason],
})

describe('gateFeatures', () => {
  it.each<{ name: string; gates: Gate[]; on: boolean; reason: string }>([
    {
      name: 'all pass',
      gates: [gate('P1', 'pass', 'a'), gate('P2', 'pass', 'b'), gate('P3', 'pass', 'c')],
      on: true,
      reason: 'P1, P2, P3 passed',
    },
    {
      name: 'one is killed and one has too few data',
      gates: [
        gate('P1', 'kill', 'AUC 0.5'),
        gate('P2', 'pass', 'b'),
        gate('P3', 'insufficient', '0 completed tasks'),
      ],
      on: false,
      reason: 'P1 killed (AUC 0.5); P3 has too few data (0 completed tasks)',
    },
    {
      name: 'none was run',
      gates: [],
      on: false,
      reason: 'P1 was not run; P2 was not run; P3 was not run',
    },
  ])('says why a feature is on or off when $name', ({ gates, on, reason }) => {
    expect(
      gateFeatures(gates).map((feature) => ({ on: feature.on, reason: feature.reason })),
    ).toEqual(Array.from({ length: 3 }, () => ({ on, reason })))
  })
})
