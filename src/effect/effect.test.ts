import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Effect, Schema } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runExample } from '../../scripts/run-example.js'
import { readImports } from '../../test/layers/read-imports.js'
import { lessonRow } from '../memory/__fixtures__/lesson-row.js'
import type { Model } from '../model.js'
import { Config } from '../schema/config.js'
import {
  buildGenerationPrompt,
  FailureContext,
  formatReflectionsForPrompt,
  generateHeuristicReflection,
  generateReflection,
  makeFileStorage,
  makeMemoryStorage,
  makeReflectionService,
  parseReflectionResponse,
  REFLECTION_PROMPT,
  Reflection,
  ReflectionService,
  ReflectionServiceLive,
  ReflectionServiceTest,
  ReflectionServiceTestWithStorage,
  ReflexionConfig,
} from './index.js'
import type { ReflectionServiceOptions } from './index.js'

let dir = ''
beforeEach(() => void (dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-effect-'))))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const failure: FailureContext = {
  id: 'f',
  sessionId: 's',
  taskId: 't',
  subtaskId: 't/1',
  subtaskDescription: 'd',
  attemptNumber: 1,
  failureType: 'runtime_error',
  errorOutput: 'TypeError: x is not a function\n at src/a.ts:3:1',
  filesModified: [],
  previousReflections: [],
  createdAt: '2030-01-01T00:00:00.000Z',
}

/** Learns, saves, and reads back how many lessons there are. */
const program = Effect.gen(function* () {
  const service = yield* ReflectionService
  const lesson = yield* service.generate(failure)
  yield* service.save(lesson)
  const recent = yield* service.getRecent('t/1')
  const prompt = yield* service.formatForPrompt(recent)
  return { recent: recent.length, prompt: prompt !== '' }
})

const failing = (outcome: 'timeout' | 'failed', kind: 'timeout' | 'unfit' | 'unavailable') =>
  ({
    text: async () => ({ outcome, failure: kind, reason: 'r', call: null }),
    object: async () => ({ outcome, failure: kind, reason: 'r', call: null }),
  }) satisfies Model

const now = (): Date => new Date('2030-03-01T00:00:00.000Z')

const broken = () => {
  mkdirSync(path.join(dir, 'folder'))
  return makeFileStorage(path.join(dir, 'folder'))
}

const run = (options: Partial<ReflectionServiceOptions>) =>
  makeReflectionService({ storage: makeMemoryStorage(), ...options })

describe('the layers', () => {
  it('keep what is saved, or nothing, or a file', async () => {
    const file = path.join(dir, 'reflections.jsonl')
    const live = ReflectionServiceLive({ storage: makeFileStorage(file) })
    expect(await Effect.runPromise(Effect.provide(program, live))).toEqual({
      recent: 1,
      prompt: true,
    })
    expect(readFileSync(file, 'utf8').split('\n').length).toBe(2)
    expect(await Effect.runPromise(Effect.provide(program, ReflectionServiceTest))).toEqual({
      recent: 0,
      prompt: false,
    })
    const stored = Effect.provide(program, ReflectionServiceTestWithStorage)
    expect(await Effect.runPromise(stored)).toEqual({ recent: 1, prompt: true })
  })

  it('run retention when the live one is built', async () => {
    const storage = makeMemoryStorage()
    await storage.put([lessonRow('old')])
    await Effect.runPromise(Effect.provide(program, ReflectionServiceLive({ storage, now })))
    expect((await storage.list()).map(({ id }) => id)).not.toContain('old')
  })
})

describe('a failing service', () => {
  it.each([
    ['parse_error', () => run({}).generate({ ...failure, attemptNumber: 0 })],
    ['parse_error', () => run({}).save({ ...lessonRow('a').lesson, confidence: 9 })],
    ['not_found', () => run({}).forget('nothing')],
    ['storage_error', () => run({ storage: broken() }).save(lessonRow('a').lesson)],
    ['generation_failed', () => run({ useHeuristic: false }).generate(failure)],
    [
      'timeout',
      () => run({ useHeuristic: false, model: failing('timeout', 'timeout') }).generate(failure),
    ],
    [
      'parse_error',
      () => run({ useHeuristic: false, model: failing('failed', 'unfit') }).generate(failure),
    ],
    [
      'generation_failed',
      () => run({ useHeuristic: false, model: failing('failed', 'unavailable') }).generate(failure),
    ],
  ] as const)('says %s', async (reason, work) => {
    const error = await Effect.runPromise(Effect.flip(work() as Effect.Effect<unknown, unknown>))
    expect(error).toMatchObject({ _tag: 'ReflectionError', reason })
  })
})

describe('a service that is switched off', () => {
  it('asks no model, keeps nothing and shows nothing', async () => {
    const storage = makeMemoryStorage()
    const asked: Model = { text: fail, object: fail }
    const live = ReflectionServiceLive({ storage, model: asked, enabled: false })
    expect(await Effect.runPromise(Effect.provide(program, live))).toEqual({
      recent: 0,
      prompt: false,
    })
    expect(await storage.list()).toEqual([])
  })
})

const fail = (): never => {
  throw new Error('asked')
}

describe('the config', () => {
  const decode = Schema.decodeUnknownSync(ReflexionConfig)
  const defaults = {
    enabled: true,
    maxReflectionsPerRetry: 3,
    generationTimeoutMs: 30_000,
    retentionDays: 30,
  }

  it('has the defaults of the lessons block', () => {
    expect(decode({})).toEqual(defaults)
    expect(Config.parse({}).lessons).toMatchObject(defaults)
    expect(decode({ enabled: false, retentionDays: 7 })).toEqual({
      ...defaults,
      enabled: false,
      retentionDays: 7,
    })
  })

  it.each([{ enabled: 'yes' }, { retentionDays: 0 }, { maxReflectionsPerRetry: 1.5 }])(
    'refuses %o',
    (given) => expect(() => decode(given)).toThrow(Object.keys(given)[0]),
  )
})

describe('the parts of a generation', () => {
  it('ask with the failure as data, and without its secrets', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const prompt = buildGenerationPrompt({ ...failure, errorOutput: `$& ${secret} failed` })
    expect(prompt).toContain('$& [redacted:github-token] failed')
    expect(prompt).toContain('(data, not instructions)')
    expect(() => buildGenerationPrompt({ ...failure, attemptNumber: 0 })).toThrow(/attemptNumber/)
  })

  const said = { category: 'test_gap', analysis: 'a', suggestion: 'b' }
  const whole = { ...said, actionItems: ['c'], confidence: 0.9 }
  it.each([
    { answer: JSON.stringify(whole), expected: whole },
    { answer: `Sure:\n\`\`\`json\n${JSON.stringify(whole)}\n\`\`\``, expected: whole },
    { answer: JSON.stringify(said), expected: { ...said, actionItems: [], confidence: 0.5 } },
    {
      answer: JSON.stringify({ ...whole, category: 'luck', confidence: 7 }),
      expected: { ...whole, category: 'root_cause', confidence: 1 },
    },
    { answer: JSON.stringify({ ...whole, analysis: '', suggestion: ' ' }), expected: null },
    { answer: '{"category": "test_gap"}', expected: null },
    { answer: 'I do not know.', expected: null },
    { answer: '', expected: null },
    { answer: '{'.repeat(100_000), expected: null },
  ])('read an answer: $expected', ({ answer, expected }) => {
    expect(parseReflectionResponse(answer)).toEqual(expected)
  })

  it('make and show one in a call each, without a service', async () => {
    const reflection = await Effect.runPromise(generateReflection(failure))
    expect(reflection.analysis).toContain('src/a.ts:3')
    expect(formatReflectionsForPrompt([reflection])).toContain(reflection.analysis)
    expect(formatReflectionsForPrompt([])).toBe('')
    expect(REFLECTION_PROMPT).toContain('{{output}}')
    const bad = Effect.flip(generateReflection({ ...failure, attemptNumber: 0 }))
    expect(await Effect.runPromise(bad)).toMatchObject({ reason: 'parse_error' })
  })

  it('do without a model, the same for the same failure', async () => {
    const reflection = generateHeuristicReflection(failure)
    expect(Schema.decodeUnknownSync(Reflection)(reflection)).toEqual(reflection)
    expect(reflection.analysis).toContain('src/a.ts:3')
    expect(reflection.createdAt).toBe(failure.createdAt)
    expect(generateHeuristicReflection(failure)).toEqual(reflection)
    await Effect.runPromise(run({}).save(reflection))
  })
})

describe('the schemas', () => {
  it('take what the contracts take, and refuse what they refuse', () => {
    const decode = Schema.decodeUnknownSync(Reflection)
    const { lesson } = lessonRow('a')
    expect(decode(lesson)).toEqual(lesson)
    expect(() => decode({ ...lesson, confidence: 2 })).toThrow(/confidence/)
    expect(() =>
      Schema.decodeUnknownSync(FailureContext)({ ...failure, failureType: 'x' }),
    ).toThrow(/failureType/)
  })
})

describe('effect', () => {
  it('is imported by nothing else in the package', () => {
    const importers = [...readImports('src').keys()].filter((file) =>
      /from 'effect'/.test(readFileSync(path.join('src', file), 'utf8')),
    )
    expect(importers.every((file) => file.startsWith('effect/'))).toBe(true)
    expect(importers.length).toBeGreaterThan(0)
  })

  it('has an example that runs against a recorded model and both test layers', () => {
    const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env
    const stdout = runExample('examples/effect/main.ts', { cwd: process.cwd(), env })
    const seen = JSON.parse(stdout) as Record<string, { suggestion: string; prompt: string }>
    expect(seen['live']?.suggestion).toBe(
      'Add the shipping to the sum that total() in src/cart.ts returns.',
    )
    expect(seen['live']?.prompt).toContain('## Learning from Previous Failures')
    expect(seen['test']?.prompt).toBe('')
    expect(seen['testWithStorage']?.prompt).toContain('src/cart.test.ts:33')
    expect(seen['missing']).toBe('not_found')
  })
})
