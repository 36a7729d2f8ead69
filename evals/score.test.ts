import { describe, expect, it } from 'vitest'
import { isMet, scoreSuite } from './score.js'
import type { EvalCase, EvalSuite } from './suite.js'

describe('a score', () => {
  const suite: EvalSuite = {
    name: 'task-verification',
    positive: 'bad',
    role: 'judge',
    fields: ['bad'],
    prompt: '',
    byRules: async ({ bad }) => ({ bad }),
    byModel: async ({ bad }) => (bad === 'silent' ? null : { bad }),
    byBoth: async ({ bad }) => ({ bad }),
    isPositive: ({ bad }) => bad === true,
    shouldBePositive: ({ bad }) => bad === true,
  }

  it('is a confusion matrix with precision, recall and F1', async () => {
    const score = await scoreSuite(suite, [
      row('a', true, true),
      row('b', true, false),
      row('c', false, true),
      row('d', false, false),
      row('e', true, true),
    ])
    expect(score).toMatchObject({
      matrix: { tp: 2, fp: 1, fn: 1, tn: 1 },
      precision: { hits: 2, n: 3 },
      recall: { hits: 2, n: 3 },
      f1: 2 / 3,
      failing: ['b', 'c'],
      abstained: [],
    })
  })

  it('lists apart what holds by abstaining, and what was not answered', async () => {
    const cases = [row('a', null, true), row('b', 'silent', false), row('c', true, true)]
    const score = await scoreSuite(suite, cases, { judge: 'model', model: null as never })
    expect(score).toMatchObject({
      holding: { hits: 2, n: 3 },
      abstained: ['a'],
      unanswered: ['b'],
      failing: ['b'],
      matrix: { tp: 1, fn: 1, tn: 1, fp: 0 },
    })
  })

  it.each([
    { wanted: true, given: null, met: true },
    { wanted: false, given: null, met: false },
    { wanted: ['LOW', 'HIGH'], given: 'HIGH', met: true },
    { wanted: ['LOW', 'HIGH'], given: 'NONE', met: false },
    { wanted: { min: 1, max: 2 }, given: 2, met: true },
    { wanted: { min: 1, max: 2 }, given: 3, met: false },
    { wanted: { min: 1, max: 2 }, given: undefined, met: false },
  ])('holds $wanted against $given: $met', ({ wanted, given, met }) => {
    expect(isMet(wanted, given)).toBe(met)
  })
})

const row = (id: string, bad: unknown, expected: boolean): EvalCase => ({
  description: id,
  metadata: { id, expected: { bad: expected } },
  vars: { bad },
})
