import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FuzzPayload } from './make-payload.js'
import { openFuzzPlace } from './open-fuzz-place.js'
import type { FuzzPlace } from './open-fuzz-place.js'

/** Payloads that broke something once, or look as if they could. */
const cases = readFileSync('test/fuzz/cases.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as FuzzPayload)

let place: FuzzPlace
beforeAll(async () => {
  place = await openFuzzPlace()
})
afterAll(() => place.close())

it.each(cases)('a kept payload of $agent breaks no hook: $text', async (payload) => {
  expect(await place.play(payload)).not.toHaveProperty('why')
})
