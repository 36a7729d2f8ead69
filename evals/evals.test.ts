import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { isMet, scoreSuite } from './score.js'
import type { EvalCase, EvalSuite } from './suite.js'
import { suite as agentEvaluation } from './suites/agent-evaluation.js'
import { suite as taskVerification } from './suites/task-verification.js'

describe.each([taskVerification, agentEvaluation])('the suite $name', (suite) => {
  const cases = parse(readFileSync(`evals/cases/${suite.name}.yaml`, 'utf8')) as EvalCase[]

  it('keeps its bar without a model', async () => {
    const score = await scoreSuite(suite, cases)
    expect(score.f1).toBeGreaterThanOrEqual(0.9)
  })

  it('has positives and negatives in balance, each with an id of its own', () => {
    const positives = cases.filter(({ metadata }) => suite.shouldBePositive(metadata.expected))
    expect(positives.length / cases.length).toBeGreaterThan(0.35)
    expect(positives.length / cases.length).toBeLessThan(0.65)
    expect(new Set(cases.map(({ metadata }) => metadata.id)).size).toBe(cases.length)
  })
})

describe('a score', () => {
  const suite: EvalSuite = {
    name: 'echo',
    config: '',
    positive: 'bad',
    answer: async ({ bad }) => ({ bad }),
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

const row = (id: string, bad: boolean, expected: boolean): EvalCase => ({
  description: id,
  metadata: { id, expected: { bad: expected } },
  vars: { bad },
})
