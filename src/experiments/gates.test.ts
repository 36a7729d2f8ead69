import { describe, expect, it } from 'vitest'
import type { ExperimentId, VerdictState } from './experiment.js'
import { gateFeatures, type ExperimentGate } from './gates.js'

const gate = (id: ExperimentId, state: VerdictState, reason: string): ExperimentGate => ({
  id,
  experiment: 'calibration',
  question: '',
  kill: '',
  pass: '',
  state,
  reasons: [reason],
})

describe('gateFeatures', () => {
  it.each<{ name: string; gates: ExperimentGate[]; on: boolean; note?: boolean; reason: string }>([
    ...(['passed', 'undecided', 'insufficient'] as const).map((state) => ({
      name: `P1 passed, and the others are ${state}`,
      gates: [gate('P1', 'passed', 'a'), gate('P2', state, 'b'), gate('P3', state, 'c')],
      on: true,
      reason: 'P1 passed',
    })),
    {
      name: 'P2 is killed',
      gates: [
        gate('P1', 'passed', 'a'),
        gate('P2', 'killed', '0 of 90'),
        gate('P3', 'killed', 'c'),
      ],
      on: false,
      reason: 'P2 killed (0 of 90)',
    },
    {
      name: 'P3 is killed',
      gates: [gate('P1', 'passed', 'a'), gate('P2', 'undecided', 'b'), gate('P3', 'killed', '9 %')],
      on: true,
      note: true,
      reason: 'a note only: P3 killed (9 %)',
    },
    {
      name: 'its gate is killed',
      gates: [gate('P1', 'killed', 'AUC 0.5')],
      on: false,
      reason: 'P1 killed (AUC 0.5)',
    },
    {
      name: 'its gate is undecided',
      gates: [gate('P1', 'undecided', 'AUC 0.67')],
      on: false,
      reason: 'P1 is undecided (AUC 0.67)',
    },
    {
      name: 'its gate has too little data',
      gates: [gate('P1', 'insufficient', '3 rows')],
      on: false,
      reason: 'P1 has too little data (3 rows)',
    },
    {
      name: 'none was run',
      gates: [],
      on: false,
      reason: 'P1 was not run',
    },
  ])('says why a feature is on or off when $name', ({ gates, on, note = false, reason }) => {
    expect(gateFeatures(gates)).toMatchObject([
      { id: 'review-advice', on, note, reason },
      { id: 'skills-from-confidence', on, note, reason },
    ])
  })
})
