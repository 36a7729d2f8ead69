import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Model, ModelRequest } from '../src/model.js'
import { listSlots } from '../src/util/fill-slots.js'
import { scoreSuite } from './score.js'
import { readSuiteCases } from './suite.js'
import type { EvalCase, EvalSuite, Expectation } from './suite.js'
import { SUITES } from './suites.js'

const CONFIGS: Record<string, string> = { 'task-verification': 'promptfooconfig' }

/** What the rules reach. Words alone say little of a told stop: the rest is for a model. */
const MIN_F1: Record<string, number> = {
  'task-verification': 0.93,
  'agent-evaluation': 0.85,
  'post-compression': 1,
  'stuck-detection': 1,
}

describe.each(SUITES)('the suite $name', (suite) => {
  const cases = readSuiteCases('.', suite.name)

  it('has many cases of both kinds, each with an id of its own', () => {
    const positives = cases.filter(({ metadata }) => suite.shouldBePositive(metadata.expected))
    expect(cases.length).toBeGreaterThanOrEqual(30)
    expect(positives.length / cases.length).toBeGreaterThan(0.35)
    expect(positives.length / cases.length).toBeLessThan(0.65)
    expect(new Set(cases.map(({ metadata }) => metadata.id)).size).toBe(cases.length)
  })

  it('is answered by the rules as well as they ever did', async () => {
    const { f1 } = await scoreSuite(suite, cases)
    expect(f1).toBeGreaterThanOrEqual(MIN_F1[suite.name]!)
  })

  it('asks the model for every field that its cases check', () => {
    const checked = new Set(cases.flatMap(({ metadata }) => Object.keys(metadata.expected)))
    for (const field of checked) expect(suite.prompt).toContain(`"${field}":`)
  })

  it('shows the model every variable of its cases, and promptfoo fills every slot', () => {
    const config = parse(
      readFileSync(`evals/${CONFIGS[suite.name] ?? suite.name}.yaml`, 'utf8'),
    ) as { defaultTest: { vars?: object }; prompts: string[] }
    const slots = listSlots(suite.prompt)
    const given = Object.keys(config.defaultTest.vars ?? {})
    for (const { vars } of cases) {
      expect(slots).toEqual(expect.arrayContaining(Object.keys(vars)))
      expect([...Object.keys(vars), ...given]).toEqual(expect.arrayContaining(slots))
    }
    expect(config.prompts[0]).toContain(`/${suite.name}.txt`)
  })

  it('gives a model that is right 100 %, alone', async () => {
    const score = await scoreSuite(suite, cases, {
      judge: 'model',
      model: await right(suite, cases),
    })
    expect(score).toMatchObject({ failing: [], unanswered: [], abstained: [], f1: 1 })
  })

  it('gives a model that always says the same less, and one that says nothing none', async () => {
    for (const { metadata } of cases.slice(0, 5)) {
      const constant = scripted(() => fitting(metadata.expected))
      const { holding } = await scoreSuite(suite, cases, { judge: 'model', model: constant })
      expect(holding.share).toBeLessThan(0.7)
    }
    const silent = await scoreSuite(suite, cases, { judge: 'model', model: scripted(() => null) })
    expect(silent).toMatchObject({ holding: { hits: 0 } })
    expect(silent.unanswered).toHaveLength(cases.length)
  })

  it('is answered by rules and a model that is right at least as well as by the rules', async () => {
    const rules = await scoreSuite(suite, cases)
    const both = await scoreSuite(suite, cases, { judge: 'both', model: await right(suite, cases) })
    expect(both.holding.hits).toBeGreaterThanOrEqual(rules.holding.hits)
  })
})

/** Answers every prompt as its case expects; two cases with one prompt have to expect the same. */
async function right(suite: EvalSuite, cases: readonly EvalCase[]): Promise<Model> {
  const answers = new Map<string, object>()
  for (const { vars, metadata } of cases) {
    const learn = scripted(({ prompt }) => {
      const answer = fitting(metadata.expected)
      expect(answers.get(prompt) ?? answer).toEqual(answer)
      answers.set(prompt, answer)
      return null
    })
    await suite.byModel(vars, learn)
  }
  return scripted(
    ({ prompt }) =>
      answers.get(prompt) ??
      answers.get([...answers.keys()].find((known) => sameCase(known, prompt)) ?? '') ??
      null,
  )
}

/** What the rules measured is in the product's prompt as well: the rest tells the case. */
const sameCase = (one: string, other: string): boolean => cut(one) === cut(other)
const cut = (prompt: string): string =>
  prompt.replace(/Measured facts:[^]*?Instructions of the project:/, '')

/** The least that fits: of several the first, of a range the best. */
function fitting(expected: Readonly<Record<string, Expectation>>): Record<string, unknown> {
  const one = (wanted: Expectation): unknown => {
    if (Array.isArray(wanted)) return wanted[0]
    return typeof wanted === 'object' && wanted !== null ? wanted.max : wanted
  }
  const fields = Object.entries(expected).map(([field, wanted]) => [field, one(wanted)] as const)
  return { severity: 'NONE', reason: 'working', ...Object.fromEntries(fields) }
}

function scripted(answer: (request: ModelRequest) => object | null): Model {
  const call = { model: 'scripted', cost: 0 } as never
  const failed = {
    outcome: 'failed',
    failure: 'unavailable',
    reason: 'silent',
    call: null,
  } as const
  return {
    text: async () => failed,
    async object(request) {
      const value = answer(request)
      if (value === null) return failed
      const parsed = request.schema.safeParse(value)
      return parsed.success
        ? { outcome: 'ok', value: parsed.data as never, call }
        : { outcome: 'failed', failure: 'unfit', reason: 'unfit', call: null }
    },
  }
}
