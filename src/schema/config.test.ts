import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Config } from './config.js'

describe('defaults', () => {
  const { mode, stop, stall, compaction, turn, lessons, run, cycle, store, serve, models } =
    Config.parse({})

  it('are the documented ones', () => {
    expect({ mode, stop, compaction, turn, lessons, run, cycle, store, serve }).toEqual({
      mode: 'off',
      stop: {
        enabled: true,
        maxAttempts: 16,
        nudgeAfterMs: 30_000,
        judge: 'auto',
        judgeSees: 'diff',
        toasts: 'problems',
        exemptWeakened: [],
        gates: {},
      },
      compaction: { enabled: true },
      turn: {
        enabled: false,
        backend: 'rulebased',
        summaryTokens: 128,
        embed: true,
        log: true,
        topkSnippets: 3,
        budget: { timeMs: 6000, ops: 5 },
        everyTurn: true,
        fixtures: { enabled: false },
      },
      lessons: {
        enabled: true,
        maxReflectionsPerRetry: 3,
        generationTimeoutMs: 30_000,
        retentionDays: 30,
        holdout: 0.1,
        storage: 'store',
      },
      run: {
        enabled: true,
        askSelfReport: false,
        riskThreshold: 0.5,
        rankThreshold: 6.5,
        keepPerSession: 50,
      },
      cycle: {
        enabled: true,
        batchThreshold: 10,
        consecutiveFailureLimit: 3,
        lookbackSeconds: 86_400,
        minResultLength: 50,
        skills: { approval: 'ask', maxPerCycle: 3 },
        runners: {},
      },
      store: {},
      serve: { port: 4747, host: '127.0.0.1' },
    })
  })

  it('watch for stalls from 30 s on, and know no model', () => {
    expect({
      minAgeMs: stall.minAgeMs,
      exemptTools: stall.exemptTools,
      backends: models.backends,
    }).toEqual({
      minAgeMs: 30_000,
      exemptTools: [],
      backends: {},
    })
  })

  it('are fresh objects each time', () => {
    const first = Config.parse({})
    first.stall.exemptTools.push('x')
    first.models.backends['x'] = { adapter: 'client' }
    const second = Config.parse({})
    expect([second.stall.exemptTools, second.models.backends]).toEqual([[], {}])
  })
})

describe('the JSON Schema made from it', () => {
  const validate = new Ajv2020().compile(z.toJSONSchema(Config, { io: 'input' }))

  it.each([
    { value: {}, valid: true },
    { value: { mode: 'solo', stop: { maxAttempts: 1 } }, valid: true },
    { value: { models: { backends: { fast: { provider: 'a', model: 'b' } } } }, valid: true },
    { value: { mode: 'on' }, valid: false },
    { value: { stop: { maxAttempst: 1 } }, valid: false },
    { value: { models: { backends: { 'a b': { adapter: 'client' } } } }, valid: false },
    { value: { run: { riskThreshold: 2 } }, valid: false },
  ])('agrees that $value is valid: $valid', ({ value, valid }) => {
    expect([validate(value), Config.safeParse(value).success]).toEqual([valid, valid])
  })
})
