import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { listSlots } from '../src/util/fill-slots.js'
import { scoreSuite } from './score.js'
import type { EvalCase } from './suite.js'
import { suite as compaction } from './suites/post-compression.js'
import { suite as stall } from './suites/stuck-detection.js'

const casesOf = (name: string) =>
  parse(readFileSync(`evals/cases/${name}.yaml`, 'utf8')) as EvalCase[]

describe.each([
  { suite: stall, min: 40, prompt: 'src/moments/stall/prompts/stuck-detection.txt' },
  { suite: compaction, min: 30, prompt: 'src/moments/compaction/prompts/post-compression.txt' },
])('the cases of $suite.name', ({ suite, min, prompt }) => {
  const cases = casesOf(suite.name)

  it('are many, of both kinds, each with an id of its own', () => {
    const positives = cases.filter(({ metadata }) => suite.shouldBePositive(metadata.expected))
    expect(cases.length).toBeGreaterThanOrEqual(min)
    expect(positives.length / cases.length).toBeGreaterThan(0.35)
    expect(positives.length / cases.length).toBeLessThan(0.65)
    expect(new Set(cases.map(({ metadata }) => metadata.id)).size).toBe(cases.length)
  })

  it('fill every slot of the prompt that models get', () => {
    const slots = listSlots(readFileSync(prompt, 'utf8'))
    for (const { vars } of cases) expect(Object.keys(vars)).toEqual(expect.arrayContaining(slots))
  })

  it('are answered by the rules with an F1 of 0.9 at least', async () => {
    const { f1, holding } = await scoreSuite(suite, cases)
    expect(f1).toBeGreaterThanOrEqual(0.9)
    expect(holding.share).toBeGreaterThanOrEqual(0.9)
  })
})
