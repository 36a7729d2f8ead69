import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contracts } from '../../src/schema/contracts.js'
import { samples } from './samples.js'

// The generated patterns carry the formats, so a second implementation of them is not needed.
const ajv = new Ajv2020({ strict: false, validateFormats: false })

describe.each(Object.keys(samples))('the contract %s', (name) => {
  const schema = contracts[name]!
  const validate = ajv.compile(
    JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8')) as Record<string, unknown>,
  )

  it('accepts its sample in both forms', () => {
    expect(schema.safeParse(samples[name]).success).toBe(true)
    expect(validate(samples[name])).toBe(true)
  })

  it('gives the same answer in zod and in JSON Schema to values bent at random', () => {
    const answers = { valid: 0, invalid: 0 }
    fc.assert(
      fc.property(bends(samples[name]), (value) => {
        const byZod = schema.safeParse(value).success
        answers[byZod ? 'valid' : 'invalid'] += 1
        expect({ value, valid: validate(value) }).toEqual({ value, valid: byZod })
      }),
      { numRuns: 400 },
    )
    expect(answers.valid).toBeGreaterThan(5)
    expect(answers.invalid).toBeGreaterThan(50)
  })
})

/** The sample with one or two of its values replaced, removed or added to. */
function bends(sample: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(sample)
  const bend = fc.tuple(fc.constantFrom(...paths), fc.oneof(scalars, fc.constant(REMOVE), fc.constant(EXTRA)))
  return fc
    .array(bend, { minLength: 0, maxLength: 2 })
    .map((changes) => changes.reduce((value, [path, change]) => apply(value, path, change), sample))
    .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
}

const REMOVE = Symbol('remove')
const EXTRA = Symbol('extra')

const scalars = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', 'x', 'none', 'open', 'ui', 'reflection.v1', 0, 1, -1, 0.5, 1.5),
  fc.constantFrom<unknown>([], ['x'], [1], {}, { x: 1 }),
  fc.constantFrom<unknown>('2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05Z', '2026-02-30T00:00:00.000Z', '2026-01-02'),
  fc.string({ maxLength: 8 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ minLength: 1990, maxLength: 2010 }),
)

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))
  return [path, ...below]
}

function apply(value: unknown, path: readonly string[], change: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) {
    if (change === REMOVE) return value
    return change === EXTRA && isPlain(value) ? { ...value, surprise: 1 } : change === EXTRA ? value : change
  }
  if (typeof value !== 'object' || value === null) return value
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
  if (rest.length === 0 && change === REMOVE && !Array.isArray(value)) delete copy[key]
  else copy[key] = apply(copy[key], rest, change)
  return copy
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
