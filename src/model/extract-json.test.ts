import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { extractJson } from './extract-json.js'
import { fitAnswer } from './fit-answer.js'

describe('extractJson', () => {
  it.each([
    { what: 'an object', text: '{"a":1}', found: [{ a: 1 }] },
    { what: 'an array', text: ' [1,2] ', found: [[1, 2]] },
    { what: 'a code fence', text: 'Sure:\n```json\n{"a": 1}\n```\nDone.', found: [{ a: 1 }] },
    { what: 'prose around it', text: 'I think {"a":1} is right.', found: [{ a: 1 }] },
    { what: 'two objects', text: '{"a":1} or rather {"a":2}', found: [{ a: 1 }, { a: 2 }] },
    { what: 'braces in strings', text: 'x {"a":"}{","b":"\\"}"} y', found: [{ a: '}{', b: '"}' }] },
    { what: 'a quote in the prose', text: 'the 5" disk {"a":1}', found: [{ a: 1 }] },
    {
      what: 'braces in the prose',
      text: 'use {x} and f() { } then {"a":1}',
      found: [{}, { a: 1 }],
    },
    { what: 'an unclosed start', text: 'if (x) { say {"a":1}', found: [{ a: 1 }] },
    { what: 'a cut-off object', text: '{"a":1,"b":[1,2', found: [] as unknown[] },
    { what: 'a nested object once', text: 'x {"a":{"b":[{}]}}', found: [{ a: { b: [{}] } }] },
    { what: 'mismatched brackets', text: '{"a":[1}] {"b":2}', found: [{ b: 2 }] },
    { what: 'JSON that is no object', text: '"true"', found: [] },
    { what: 'nothing', text: '', found: [] },
  ])('finds $what', ({ text, found }) => {
    expect(extractJson(text)).toEqual(found)
  })

  it.each([
    { flood: '{'.repeat(500_000) },
    { flood: `${'{x'.repeat(200_000)}${'}'.repeat(200_000)}` },
  ])('gives up on a flood of brackets rather than search it for ever', ({ flood }) => {
    expect(extractJson(flood)).toEqual([])
  })
})

describe('fitAnswer', () => {
  const Answer = z.strictObject({ complete: z.boolean() })

  it.each([
    { text: '{"complete":true}', fitted: { ok: true, value: { complete: true } } },
    {
      text: 'e.g. {"complete":true}. Mine: {"complete":false} {"note":1}',
      fitted: { ok: true, value: { complete: false } },
    },
    { text: 'yes', fitted: { ok: false, problem: 'there is no JSON in it' } },
  ])('reads $text', ({ text, fitted }) => {
    expect(fitAnswer(text, Answer)).toEqual(fitted)
  })

  it('says which field does not fit', () => {
    expect(fitAnswer('{"complete":"yes"}', Answer)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^complete: .*invalid_type/),
    })
  })

  it('keeps secrets out of the value', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const fitted = fitAnswer(JSON.stringify({ said: token }), z.object({ said: z.string() }))
    expect(fitted).toEqual({ ok: true, value: { said: '[redacted:github-token]' } })
  })
})
